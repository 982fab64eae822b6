import CCurl

/// Creates libcurl handles for mail.
enum CurlMailHandle {
    /// libcurl must be initialised once in a process, before anything else.
    private static let setUp = ccurl_global_init()

    /// Creates a handle with all options that do not change from mail to mail.
    ///
    /// - Returns: A handle that the caller must free with ``free(_:)``.
    /// - Throws: A temporary failure if this libcurl does not support an option.
    static func make(_ options: SMTPOptions) throws(SMTPFailure) -> UnsafeMutableRawPointer {
        try checkCurl(setUp)
        guard let handle = curl_easy_init() else { throw SMTPFailure(CURLE_FAILED_INIT) }
        do throws(SMTPFailure) {
            try setTarget(handle, options)
            try setSecurity(handle, options)
            try setLimits(handle, options)
            try setCallbacks(handle)
        } catch {
            curl_easy_cleanup(handle)
            throw error
        }
        return handle
    }

    /// Sends QUIT on a kept connection, without waiting for a reply, and frees a handle.
    static func free(_ handle: UnsafeMutableRawPointer?) {
        guard let handle else { return }
        ccurl_stop_reading(handle)
        curl_easy_cleanup(handle)
    }

    private static func setTarget(_ handle: UnsafeMutableRawPointer, _ options: SMTPOptions) throws(SMTPFailure) {
        try checkCurl(ccurl_allow_only_mail(handle))
        try checkCurl(ccurl_set_string(handle, CURLOPT_URL, options.url))
        // An empty string disables proxies; without it, libcurl would use the environment's.
        try checkCurl(ccurl_set_string(handle, CURLOPT_PROXY, ""))
        try checkCurl(ccurl_set_long(handle, CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue)))
        try checkCurl(ccurl_set_long(handle, CURLOPT_UPLOAD, 1))
        try checkCurl(ccurl_set_long(handle, CURLOPT_TCP_KEEPALIVE, 1))
        guard let username = options.username, let password = options.password else { return }
        try checkCurl(ccurl_set_string(handle, CURLOPT_USERNAME, username))
        try checkCurl(ccurl_set_string(handle, CURLOPT_PASSWORD, password))
        // Otherwise libcurl tries Kerberos and NTLM first if a server offers them, and gives up when they fail.
        try checkCurl(ccurl_set_string(handle, CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN;AUTH=CRAM-MD5"))
    }

    private static func setSecurity(_ handle: UnsafeMutableRawPointer, _ options: SMTPOptions) throws(SMTPFailure) {
        let use = options.security == .none ? CURLUSESSL_NONE : CURLUSESSL_ALL
        try checkCurl(ccurl_set_long(handle, CURLOPT_USE_SSL, Int(use.rawValue)))
        try checkCurl(ccurl_set_long(handle, CURLOPT_SSL_VERIFYPEER, 1))
        try checkCurl(ccurl_set_long(handle, CURLOPT_SSL_VERIFYHOST, 2))
        try checkCurl(ccurl_require_modern_tls(handle))
        guard let file = options.caFile else { return }
        try checkCurl(ccurl_set_string(handle, CURLOPT_CAINFO, file))
        // Otherwise the system's folder would be trusted beside the file.
        try checkCurl(ccurl_set_string(handle, CURLOPT_CAPATH, nil))
    }

    private static func setLimits(_ handle: UnsafeMutableRawPointer, _ options: SMTPOptions) throws(SMTPFailure) {
        // Signals would interrupt other threads of the process.
        try checkCurl(ccurl_set_long(handle, CURLOPT_NOSIGNAL, 1))
        try checkCurl(ccurl_set_long(handle, CURLOPT_CONNECTTIMEOUT, max(1, options.connectTimeout)))
        try checkCurl(ccurl_set_long(handle, CURLOPT_TIMEOUT, max(1, options.timeout)))
        // This is long, because servers that inspect a mail before they accept it send nothing meanwhile.
        try checkCurl(ccurl_set_long(handle, CURLOPT_LOW_SPEED_LIMIT, 1))
        try checkCurl(ccurl_set_long(handle, CURLOPT_LOW_SPEED_TIME, 90))
    }

    private static func setCallbacks(_ handle: UnsafeMutableRawPointer) throws(SMTPFailure) {
        try checkCurl(ccurl_set_data_callback(handle, CURLOPT_READFUNCTION, giveMessage))
        try checkCurl(ccurl_set_data_callback(handle, CURLOPT_WRITEFUNCTION, ignoreAnswer))
        try checkCurl(ccurl_set_debug_callback(handle, noteCommand))
        try checkCurl(ccurl_set_long(handle, CURLOPT_VERBOSE, 1))
    }
}

/// - Throws: A temporary failure for any result but success.
func checkCurl(_ result: CURLcode) throws(SMTPFailure) {
    if result != CURLE_OK { throw SMTPFailure(result) }
}
