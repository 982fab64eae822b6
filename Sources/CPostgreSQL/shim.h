#ifndef VINCULA_CPOSTGRESQL_SHIM_H
#define VINCULA_CPOSTGRESQL_SHIM_H

#include <libpq-fe.h>

// Macros that Swift cannot read: the parts of an error, and the types of columns.
static inline int cpostgresql_sqlstate(void) { return PG_DIAG_SQLSTATE; }
static inline int cpostgresql_constraint(void) { return PG_DIAG_CONSTRAINT_NAME; }

#endif
