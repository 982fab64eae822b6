#ifndef VINCULA_CCURL_SHIM_H
#define VINCULA_CCURL_SHIM_H

#include <curl/curl.h>
#include <sys/socket.h>

// Swift calls no variadic functions: one function for each type of argument.

static inline CURLcode ccurl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

// libcurl copies the text.
static inline CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

// libcurl does not copy the list: it has to live as long as the handle may use it.
static inline CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

// CURLOPT_READFUNCTION and CURLOPT_WRITEFUNCTION.
typedef size_t (*ccurl_data_callback)(char *buffer, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_data_callback(CURL *handle, CURLoption option, ccurl_data_callback callback) {
    return curl_easy_setopt(handle, option, callback);
}

// CURLOPT_DEBUGFUNCTION.
typedef int (*ccurl_debug_callback)(CURL *handle, curl_infotype type, char *data, size_t size, void *context);

static inline CURLcode ccurl_set_debug_callback(CURL *handle, ccurl_debug_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, callback);
}

static inline CURLcode ccurl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

// Makes the kept connection, if there is one, look closed by the server.
//
// Otherwise curl_easy_cleanup() waits for the answer to its QUIT for up to two minutes, and no option shortens that.
static inline void ccurl_stop_reading(CURL *handle) {
    curl_socket_t socket = CURL_SOCKET_BAD;
    if (curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, &socket) == CURLE_OK && socket != CURL_SOCKET_BAD) {
        shutdown(socket, SHUT_RD);
    }
}

// Before 7.85 there is only the bit mask, which later versions call deprecated.
static inline CURLcode ccurl_allow_only_mail(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
#else
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_SMTP | CURLPROTO_SMTPS));
#endif
}

static inline CURLcode ccurl_require_modern_tls(CURL *handle) {
    return curl_easy_setopt(handle, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
}

#endif
