#ifndef VINCULA_CLIBXML2_SHIM_H
#define VINCULA_CLIBXML2_SHIM_H

// Debian's libxml2 includes the system's ICU here, whose types contradict those of Foundation's. Only the unused fields of a
// structure that stays opaque depend on it.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/c14n.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>

static inline void clibxml2_ignore(void *context, const char *message, ...) {
    (void)context;
    (void)message;
}

// Each thread has its own function. Its type is variadic, which Swift cannot write.
static inline void clibxml2_be_silent(void) { xmlSetGenericErrorFunc(NULL, clibxml2_ignore); }

// In Swift, xmlFree is a global variable that anybody may change.
static inline void clibxml2_free(void *pointer) { xmlFree(pointer); }

#endif
