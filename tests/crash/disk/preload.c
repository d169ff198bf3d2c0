/*
 * Sits between a process and its disk (LD_PRELOAD): counts the libc calls that reach files below one folder, makes one of
 * them or all from one on fail, and records everything that changes those files. SQLite and Node call libc, so neither needs
 * to be changed.
 *
 * The process controls this by reading links below CONTROL that do not exist; see control.ts for the commands and the format
 * of the record. Threads may share the folder, but not the same moment: there is no lock here.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define CONTROL "/inkling-disk/"
#define MOST_FILES 4096

/* The function that this library replaces. */
#define REAL(function)                                                                                       \
  ({                                                                                                         \
    static __typeof__(function) *real;                                                                       \
    if (real == NULL) real = (__typeof__(function) *)dlsym(RTLD_NEXT, #function);                            \
    real;                                                                                                    \
  })

static char folder[PATH_MAX];
/* Names below the folder, by open descriptor; NULL for files elsewhere. */
static char *names[MOST_FILES];
static long count;
static long fail_at;
static int fail_error;
/* What a call must do to give the error, in the bits of DOES_…, which compile.ts defines for each call. */
static int fail_needs;
static int fail_once;
static char failed[PATH_MAX];
static int record = -1;

static void append(const char *line, const void *bytes, size_t length) {
  if (record < 0) return;
  struct iovec parts[] = {{(void *)line, strlen(line)}, {(void *)bytes, length}};
  if (REAL(writev)(record, parts, 2) != (ssize_t)(parts[0].iov_len + length)) abort();
}

#define RECORD(...)                                                                                          \
  do {                                                                                                       \
    char line_[3 * PATH_MAX];                                                                                \
    int before_ = errno;                                                                                     \
    snprintf(line_, sizeof line_, __VA_ARGS__);                                                              \
    append(line_, NULL, 0);                                                                                  \
    errno = before_;                                                                                         \
  } while (0)

/* Whether the call must fail; sets its error in that case. */
static int fails(const char *call, int does, const char *name) {
  count += 1;
  if (record >= 0) RECORD("call\t%s\t%s\n", call, name);
  if (fail_at == 0 || (fail_once ? count != fail_at : count < fail_at)) return 0;
  if ((does & fail_needs) != fail_needs) return 0;
  if (failed[0] == '\0') snprintf(failed, sizeof failed, "%s %s", call, name);
  errno = fail_error;
  return 1;
}

#define FAILS(call, name) fails(#call, DOES_##call, name)

static const char *name_of(int descriptor) {
  return descriptor >= 0 && descriptor < MOST_FILES ? names[descriptor] : NULL;
}

static void set_name(int descriptor, const char *name) {
  if (descriptor < 0 || descriptor >= MOST_FILES) return;
  free(names[descriptor]);
  names[descriptor] = name == NULL ? NULL : strdup(name);
}

/* The name of a path below the folder, "." for the folder itself; NULL for paths elsewhere. */
static const char *below(int directory, const char *path, char name[PATH_MAX]) {
  if (path == NULL || folder[0] == '\0') return NULL;
  if (path[0] != '/') {
    const char *parent = name_of(directory);
    if (parent == NULL) return NULL;
    snprintf(name, PATH_MAX, "%s/%s", parent, path);
    return strncmp(name, "./", 2) == 0 ? name + 2 : name;
  }
  size_t length = strlen(folder);
  if (strncmp(path, folder, length) != 0 || (path[length] != '/' && path[length] != '\0')) return NULL;
  while (path[length] == '/') length += 1;
  snprintf(name, PATH_MAX, "%s", path[length] == '\0' ? "." : path + length);
  return name;
}

static unsigned long inode_of(int descriptor) {
  struct stat stats;
  return fstat(descriptor, &stats) == 0 ? stats.st_ino : 0;
}

/* Records written bytes. */
static void record_write(int descriptor, const void *bytes, size_t length, off_t at) {
  if (record < 0) return;
  char line[PATH_MAX];
  snprintf(line, sizeof line, "write\t%lu\t%ld\t%zu\n", inode_of(descriptor), (long)at, length);
  append(line, bytes, length);
}

static off_t position(int descriptor) {
  struct stat stats;
  if ((fcntl(descriptor, F_GETFL) & O_APPEND) && fstat(descriptor, &stats) == 0) return stats.st_size;
  return lseek(descriptor, 0, SEEK_CUR);
}

/* Opening */

static int open_below(int directory, const char *path, int flags, mode_t mode) {
  char buffer[PATH_MAX];
  const char *name = below(directory, path, buffer);
  int isNew = 0;
  if (name != NULL) {
    struct stat stats;
    isNew = (flags & O_CREAT) && fstatat(directory, path, &stats, AT_SYMLINK_NOFOLLOW) != 0;
    if (isNew ? FAILS(create, name) : FAILS(open, name)) return -1;
  }
  int descriptor = REAL(openat64)(directory, path, flags, mode);
  if (descriptor >= 0) set_name(descriptor, name);
  if (descriptor < 0 || name == NULL) return descriptor;
  if (isNew) RECORD("create\t%s\t%lu\n", name, inode_of(descriptor));
  else if (flags & O_TRUNC) RECORD("truncate\t%lu\t0\n", inode_of(descriptor));
  return descriptor;
}

#define OPENS(function, parameters, directory)                                                               \
  int function parameters {                                                                                  \
    mode_t mode = 0;                                                                                         \
    if (flags & (O_CREAT | __O_TMPFILE)) {                                                                   \
      va_list rest;                                                                                          \
      va_start(rest, flags);                                                                                 \
      mode = va_arg(rest, mode_t);                                                                           \
      va_end(rest);                                                                                          \
    }                                                                                                        \
    return open_below(directory, path, flags, mode);                                                         \
  }
OPENS(open, (const char *path, int flags, ...), AT_FDCWD)
OPENS(open64, (const char *path, int flags, ...), AT_FDCWD)
OPENS(openat, (int directory, const char *path, int flags, ...), directory)

int close(int descriptor) {
  set_name(descriptor, NULL);
  return REAL(close)(descriptor);
}

int closedir(DIR *directory) {
  set_name(dirfd(directory), NULL);
  return REAL(closedir)(directory);
}

/* Calls on names */

#define ON_NAME(type, function, parameters, arguments, failure)                                              \
  type function parameters {                                                                                 \
    char buffer[PATH_MAX];                                                                                   \
    const char *name = below(AT_FDCWD, path, buffer);                                                        \
    if (name != NULL && fails(#function, DOES_##function, name)) return failure;                             \
    return REAL(function) arguments;                                                                         \
  }
int __xstat64(int version, const char *path, struct stat64 *stats);
int __lxstat64(int version, const char *path, struct stat64 *stats);
int __xstat(int version, const char *path, struct stat *stats);
int __lxstat(int version, const char *path, struct stat *stats);
ON_NAME(int, __xstat64, (int version, const char *path, struct stat64 *stats), (version, path, stats), -1)
ON_NAME(int, __lxstat64, (int version, const char *path, struct stat64 *stats), (version, path, stats), -1)
ON_NAME(int, __xstat, (int version, const char *path, struct stat *stats), (version, path, stats), -1)
ON_NAME(int, __lxstat, (int version, const char *path, struct stat *stats), (version, path, stats), -1)
ON_NAME(int, stat64, (const char *path, struct stat64 *stats), (path, stats), -1)
ON_NAME(int, lstat64, (const char *path, struct stat64 *stats), (path, stats), -1)
ON_NAME(int, access, (const char *path, int mode), (path, mode), -1)
ON_NAME(DIR *, opendir, (const char *path), (path), NULL)
ON_NAME(char *, realpath, (const char *path, char *resolved), (path, resolved), NULL)

typedef int (*dirent_filter)(const struct dirent64 *);
typedef int (*dirent_order)(const struct dirent64 **, const struct dirent64 **);
ON_NAME(int, scandir64, (const char *path, struct dirent64 ***list, dirent_filter filter, dirent_order order),
        (path, list, filter, order), -1)

#define CHANGES_NAME(function, parameters, arguments, directory, change)                                     \
  int function parameters {                                                                                  \
    char buffer[PATH_MAX];                                                                                   \
    const char *name = below(directory, path, buffer);                                                       \
    if (name != NULL && fails(#function, DOES_##function, name)) return -1;                                  \
    int result = REAL(function) arguments;                                                                   \
    if (result == 0 && name != NULL) RECORD(change "\t%s\n", name);                                          \
    return result;                                                                                           \
  }
int mkdir(const char *path, mode_t mode) {
  char buffer[PATH_MAX];
  const char *name = below(AT_FDCWD, path, buffer);
  if (name != NULL && FAILS(mkdir, name)) return -1;
  int result = REAL(mkdir)(path, mode);
  struct stat stats;
  if (result == 0 && name != NULL && stat(path, &stats) == 0) RECORD("mkdir\t%s\t%lu\n", name, stats.st_ino);
  return result;
}
CHANGES_NAME(rmdir, (const char *path), (path), AT_FDCWD, "remove")
CHANGES_NAME(unlink, (const char *path), (path), AT_FDCWD, "remove")
CHANGES_NAME(remove, (const char *path), (path), AT_FDCWD, "remove")
CHANGES_NAME(unlinkat, (int directory, const char *path, int flags), (directory, path, flags), directory, "remove")

#define CHANGES_NAMES(function, change)                                                                      \
  int function(const char *from, const char *to) {                                                           \
    char one[PATH_MAX], other[PATH_MAX];                                                                     \
    const char *source = below(AT_FDCWD, from, one);                                                         \
    const char *target = below(AT_FDCWD, to, other);                                                         \
    if (target != NULL && fails(#function, DOES_##function, target)) return -1;                              \
    int result = REAL(function)(from, to);                                                                   \
    if (result == 0 && target != NULL) RECORD(change "\t%s\t%s\n", source == NULL ? "" : source, target);    \
    return result;                                                                                           \
  }
CHANGES_NAMES(rename, "rename")
CHANGES_NAMES(link, "link")

/* Calls on open files */

#define ON_FILE(type, function, parameters, arguments, failure)                                              \
  type function parameters {                                                                                 \
    const char *name = name_of(descriptor);                                                                  \
    if (name != NULL && fails(#function, DOES_##function, name)) return failure;                             \
    return REAL(function) arguments;                                                                         \
  }
int __fxstat64(int version, int descriptor, struct stat64 *stats);
ON_FILE(int, __fxstat64, (int version, int descriptor, struct stat64 *stats), (version, descriptor, stats), -1)
ON_FILE(int, fstat64, (int descriptor, struct stat64 *stats), (descriptor, stats), -1)
ON_FILE(ssize_t, read, (int descriptor, void *to, size_t length), (descriptor, to, length), -1)
ON_FILE(ssize_t, pread64, (int descriptor, void *to, size_t length, off64_t at), (descriptor, to, length, at), -1)
ON_FILE(ssize_t, readv, (int descriptor, const struct iovec *to, int parts), (descriptor, to, parts), -1)
ON_FILE(ssize_t, preadv64, (int descriptor, const struct iovec *to, int parts, off64_t at),
        (descriptor, to, parts, at), -1)
ON_FILE(int, fchmod, (int descriptor, mode_t mode), (descriptor, mode), -1)
ON_FILE(int, fchown, (int descriptor, uid_t user, gid_t group), (descriptor, user, group), -1)
ON_FILE(void *, mmap64, (void *to, size_t length, int protection, int flags, int descriptor, off64_t at),
        (to, length, protection, flags, descriptor, at), MAP_FAILED)

#define WRITES(function, parameters, arguments, bytes, at)                                                   \
  ssize_t function parameters {                                                                              \
    const char *name = name_of(descriptor);                                                                  \
    if (name == NULL) return REAL(function) arguments;                                                       \
    if (fails(#function, DOES_##function, name)) return -1;                                                  \
    off_t start = at;                                                                                        \
    ssize_t written = REAL(function) arguments;                                                              \
    if (written > 0) record_write(descriptor, bytes, written, start);                                        \
    return written;                                                                                          \
  }
WRITES(write, (int descriptor, const void *from, size_t length), (descriptor, from, length), from, position(descriptor))
WRITES(pwrite64, (int descriptor, const void *from, size_t length, off64_t at), (descriptor, from, length, at), from, at)

/* Only the first of several parts is written: callers continue with the rest. */
ssize_t writev(int descriptor, const struct iovec *from, int parts) {
  if (name_of(descriptor) == NULL) return REAL(writev)(descriptor, from, parts);
  return write(descriptor, from->iov_base, from->iov_len);
}

ssize_t pwritev64(int descriptor, const struct iovec *from, int parts, off64_t at) {
  if (name_of(descriptor) == NULL) return REAL(pwritev64)(descriptor, from, parts, at);
  return pwrite64(descriptor, from->iov_base, from->iov_len, at);
}

#define SYNCS(function)                                                                                      \
  int function(int descriptor) {                                                                             \
    const char *name = name_of(descriptor);                                                                  \
    if (name != NULL && fails(#function, DOES_##function, name)) return -1;                                  \
    int result = REAL(function)(descriptor);                                                                 \
    if (result == 0 && name != NULL) RECORD("sync\t%lu\n", inode_of(descriptor));                            \
    return result;                                                                                           \
  }
SYNCS(fsync)
SYNCS(fdatasync)

int ftruncate64(int descriptor, off64_t size) {
  const char *name = name_of(descriptor);
  if (name != NULL && FAILS(ftruncate64, name)) return -1;
  int result = REAL(ftruncate64)(descriptor, size);
  if (result == 0 && name != NULL) RECORD("truncate\t%lu\t%ld\n", inode_of(descriptor), (long)size);
  return result;
}

/* Copying */

/* Records a copy by the system from one file to another: `at` and `target`, or the descriptors, are now behind it. */
static ssize_t copied(ssize_t length, int from, off_t *at, int to, off_t *target) {
  if (length <= 0 || name_of(to) == NULL || record < 0) return length;
  off_t end = at == NULL ? lseek(from, 0, SEEK_CUR) : *at;
  off_t target_end = target == NULL ? lseek(to, 0, SEEK_CUR) : *target;
  void *bytes = malloc(length);
  if (bytes == NULL || REAL(pread64)(from, bytes, length, end - length) != length) abort();
  record_write(to, bytes, length, target_end - length);
  free(bytes);
  return length;
}

static int copy_fails(int from, int to) {
  if (name_of(to) != NULL) return FAILS(copy_in, name_of(to));
  return name_of(from) != NULL && FAILS(copy_out, name_of(from));
}

#define SENDS(function, offset)                                                                              \
  ssize_t function(int to, int from, offset *at, size_t length) {                                            \
    if (copy_fails(from, to)) return -1;                                                                     \
    return copied(REAL(function)(to, from, at, length), from, (off_t *)at, to, NULL);                        \
  }
SENDS(sendfile, off_t)
SENDS(sendfile64, off64_t)

int ioctl(int descriptor, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if (request != FICLONE || name_of(descriptor) == NULL) return REAL(ioctl)(descriptor, request, argument);
  /* As on a file system that cannot share blocks: the copy is then made by calls that this library sees. */
  errno = EOPNOTSUPP;
  return -1;
}

/* Calls that libuv makes without a function of libc */
long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long);
  long d = va_arg(rest, long), e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_close) set_name((int)a, NULL);
  if (number == SYS_statx) {
    char buffer[PATH_MAX];
    const char *path = (const char *)b;
    int isOpen = path != NULL && path[0] == '\0';
    const char *name = isOpen ? name_of((int)a) : below((int)a, path, buffer);
    if (name != NULL && (isOpen ? FAILS(fstat, name) : FAILS(stat, name))) return -1;
  }
  if (number != SYS_copy_file_range) return REAL(syscall)(number, a, b, c, d, e, f);
  if (copy_fails((int)a, (int)c)) return -1;
  return copied(REAL(syscall)(number, a, b, c, d, e, f), (int)a, (off_t *)b, (int)c, (off_t *)d);
}

/* Control */

static int command(const char *text, char *answer, size_t room) {
  const char *rest = strchr(text, '/');
  if (rest == NULL) rest = "";
  if (strncmp(text, "watch/", 6) == 0) snprintf(folder, sizeof folder, "%s", rest);
  else if (strncmp(text, "fail/", 5) == 0) {
    count = 0;
    failed[0] = '\0';
    if (sscanf(rest, "/%ld/%d/%d/%d", &fail_at, &fail_error, &fail_needs, &fail_once) != 4) return -1;
  } else if (strncmp(text, "record/", 7) == 0) {
    count = 0;
    record = REAL(openat64)(AT_FDCWD, rest, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    if (record < 0) return -1;
  } else if (strncmp(text, "mark/", 5) == 0) RECORD("mark\t%s\n", rest + 1);
  else if (strcmp(text, "heal") == 0) {
    if (record >= 0) REAL(close)(record);
    record = -1;
    fail_at = 0;
  } else if (strcmp(text, "open") != 0) return -1;
  int length = snprintf(answer, room, "%ld\t%s", count, failed);
  for (int at = 0; strcmp(text, "open") == 0 && at < MOST_FILES; at += 1)
    if (names[at] != NULL && length < (int)room) length += snprintf(answer + length, room - length, "\t%s", names[at]);
  return length;
}

ssize_t readlink(const char *path, char *to, size_t length) {
  if (strncmp(path, CONTROL, strlen(CONTROL)) == 0) {
    int answered = command(path + strlen(CONTROL), to, length);
    if (answered < 0) errno = EINVAL;
    return answered;
  }
  char buffer[PATH_MAX];
  const char *name = below(AT_FDCWD, path, buffer);
  if (name != NULL && FAILS(readlink, name)) return -1;
  return REAL(readlink)(path, to, length);
}
