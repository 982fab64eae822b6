// Moves a process's wall clock by the seconds that a file says, and nothing else: timers and monotonic clocks are the machine's.
// Preloaded (LD_PRELOAD) with WALL_CLOCK_FILE=FILE, whose content is, for example, "+3600s".
//
// libfaketime moves the absolute deadlines of timerfd_settime, too, also those of monotonic clocks: with the clock ahead, a server's
// timers are due before their time, and their thread never sleeps.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int file = -1;

__attribute__((constructor)) static void open_file(void) {
    const char *path = getenv("WALL_CLOCK_FILE");
    if (path) file = open(path, O_RDONLY | O_CLOEXEC);
}

// A file that is being written is empty for a moment: the last answer stays.
static long long ahead(void) {
    static _Atomic long long last;
    char text[32];
    int before = errno;
    ssize_t length = file < 0 ? 0 : pread(file, text, sizeof text - 1, 0);
    errno = before;
    if (length <= 0) return last;
    text[length] = 0;
    return last = strtoll(text, NULL, 10);
}

int clock_gettime(clockid_t id, struct timespec *now) {
    static int (*_Atomic real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int status = real(id, now);
    if (status == 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) now->tv_sec += ahead();
    return status;
}

int gettimeofday(struct timeval *now, void *zone) {
    struct timespec exact;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return -1;
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *seconds) {
    struct timespec exact;
    if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return -1;
    if (seconds) *seconds = exact.tv_sec;
    return exact.tv_sec;
}
