// Kills the process before its KILL_AT-th call that changes a file, for tests of what an interruption leaves behind.
// It is loaded into the command by LD_PRELOAD.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int calls;

static void step(void) {
    const char *limit = getenv("KILL_AT");
    if (limit && atomic_fetch_add(&calls, 1) + 1 == atoi(limit)) kill(getpid(), SIGKILL);
}

#define REPLACE(name, parameters, arguments)                            \
    int name parameters {                                               \
        static int(*real) parameters;                                   \
        if (!real) real = (int(*) parameters)dlsym(RTLD_NEXT, #name);   \
        step();                                                         \
        return real arguments;                                          \
    }

REPLACE(link, (const char *from, const char *to), (from, to))
REPLACE(unlink, (const char *path), (path))
REPLACE(fsync, (int file), (file))
REPLACE(fdatasync, (int file), (file))
REPLACE(mkdir, (const char *path, mode_t mode), (path, mode))
REPLACE(chmod, (const char *path, mode_t mode), (path, mode))
REPLACE(lchown, (const char *path, uid_t user, gid_t group), (path, user, group))
