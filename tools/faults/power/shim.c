/*
 * Records what a process does to the files below POWER_ROOT, for record.ts. Built as a shared object and loaded with
 * LD_PRELOAD. Each change of a file or a folder, and each sync, is appended to POWER_TRACE as one record, in the order
 * in which the calls took effect: a lock is held from the start of each call until the record of the call is written.
 *
 * A record is `struct record`, then `path_length` bytes of path, `other_length` bytes of a second path, and
 * `data_length` bytes of data. Numbers have the byte order of the machine.
 *
 * Not recorded: changes through mapped memory (SQLite maps only its `-shm` file, which is rebuilt at each start),
 * modes, owners, and times.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind {
  CREATE = 1,
  WRITE,
  TRUNCATE,
  SYNC,
  SYNC_FOLDER,
  RENAME,
  UNLINK,
  MAKE_FOLDER,
  REMOVE_FOLDER,
  LINK,
  UNKNOWN,
};

struct record {
  uint32_t kind;
  uint32_t path_length;
  uint32_t other_length;
  uint32_t data_length;
  /* The inode of the file that is written, truncated, synced, created or renamed. */
  uint64_t inode;
  /* The offset at which a write begins, or the new length of a truncated file, in bytes. */
  uint64_t offset;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char root[PATH_MAX];
static size_t root_length;
static int trace = -1;

static void fail(const char *text) {
  fprintf(stderr, "shim: %s\n", text);
  _exit(120);
}

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (found == NULL) fail(name);
  return found;
}

__attribute__((constructor)) static void start(void) {
  const char *below = getenv("POWER_ROOT");
  const char *to = getenv("POWER_TRACE");
  if (below == NULL || to == NULL) return;
  root_length = strlen(below);
  if (root_length >= sizeof root) fail("POWER_ROOT is too long");
  memcpy(root, below, root_length + 1);
  trace = (int)syscall(SYS_openat, AT_FDCWD, to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (trace < 0) fail("POWER_TRACE cannot be opened");
}

static void put(const void *bytes, size_t length) {
  const char *from = bytes;
  while (length > 0) {
    ssize_t done = syscall(SYS_write, trace, from, length);
    if (done <= 0) fail("the trace cannot be written");
    from += done;
    length -= (size_t)done;
  }
}

static int is_below(const char *path) {
  return trace >= 0 && strncmp(path, root, root_length) == 0 &&
         (path[root_length] == '/' || path[root_length] == '\0');
}

/* Whether the file is SQLite's shared memory, which need not survive a power cut. */
static int is_shared_memory(const char *path) {
  size_t length = strlen(path);
  return length > 4 && strcmp(path + length - 4, "-shm") == 0;
}

static int is_recorded(const char *path) { return is_below(path) && !is_shared_memory(path); }

/* The absolute path of a name. Links are not resolved, because the recorded process uses no links. */
static int absolute(int folder, const char *path, char *out) {
  char base[PATH_MAX];
  if (path[0] == '/') return snprintf(out, PATH_MAX, "%s", path) < PATH_MAX;
  if (folder == AT_FDCWD) {
    if (getcwd(base, sizeof base) == NULL) return 0;
  } else {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = readlink(link, base, sizeof base - 1);
    if (length < 0) return 0;
    base[length] = '\0';
  }
  return snprintf(out, PATH_MAX, "%s/%s", base, path) < PATH_MAX;
}

/* Writes the path of a descriptor to `out`. Returns 0 if changes of this file are not recorded. */
static int path_of(int fd, char *out) {
  char link[64];
  if (trace < 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, out, PATH_MAX - 1);
  if (length < 0) return 0;
  out[length] = '\0';
  return is_recorded(out);
}

static uint64_t inode_of_fd(int fd) {
  struct stat seen;
  return fstat(fd, &seen) == 0 ? seen.st_ino : 0;
}

static uint64_t inode_of(const char *path) {
  struct stat seen;
  return lstat(path, &seen) == 0 ? seen.st_ino : 0;
}

static void add(enum kind kind, const char *path, const char *other, uint64_t inode,
                uint64_t offset, const struct iovec *data, int count) {
  const char *relative = path + root_length;
  const char *other_relative = other == NULL ? "" : other + root_length;
  struct record record = {.kind = kind,
                          .path_length = (uint32_t)strlen(relative),
                          .other_length = (uint32_t)strlen(other_relative),
                          .inode = inode,
                          .offset = offset};
  for (int i = 0; i < count; i += 1) record.data_length += (uint32_t)data[i].iov_len;
  put(&record, sizeof record);
  put(relative, record.path_length);
  put(other_relative, record.other_length);
  for (int i = 0; i < count; i += 1) put(data[i].iov_base, data[i].iov_len);
}

/* Runs a call and writes its record while no other thread can do so. Keeps the `errno` of the call. */
#define LOCKED(body)                                                                               \
  do {                                                                                             \
    pthread_mutex_lock(&lock);                                                                     \
    body;                                                                                          \
    int kept = errno;                                                                              \
    pthread_mutex_unlock(&lock);                                                                   \
    errno = kept;                                                                                  \
  } while (0)

/* Creating and opening. */

static int open_recorded(int folder, const char *name, int flags, mode_t mode) {
  char path[PATH_MAX];
  int (*call)(int, const char *, int, ...) = (int (*)(int, const char *, int, ...))real("openat");
  int isWriting = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
  if (!isWriting || trace < 0 || !absolute(folder, name, path) || !is_recorded(path))
    return call(folder, name, flags, mode);
  int fd = -1;
  LOCKED({
    uint64_t before = inode_of(path);
    fd = call(folder, name, flags, mode);
    if (fd >= 0) {
      int saved = errno;
      uint64_t inode = inode_of_fd(fd);
      if (before == 0) add(CREATE, path, NULL, inode, 0, NULL, 0);
      else if ((flags & O_TRUNC) != 0) add(TRUNCATE, path, NULL, inode, 0, NULL, 0);
      errno = saved;
    }
  });
  return fd;
}

#define MODE_OF(flags, mode)                                                                       \
  mode_t mode = 0;                                                                                 \
  if (((flags) & O_CREAT) != 0 || ((flags) & O_TMPFILE) == O_TMPFILE) {                            \
    va_list rest;                                                                                  \
    va_start(rest, flags);                                                                         \
    mode = va_arg(rest, mode_t);                                                                   \
    va_end(rest);                                                                                  \
  }

int open(const char *path, int flags, ...) {
  MODE_OF(flags, mode)
  return open_recorded(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE_OF(flags, mode)
  return open_recorded(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  MODE_OF(flags, mode)
  return open_recorded(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
  MODE_OF(flags, mode)
  return open_recorded(folder, path, flags | O_LARGEFILE, mode);
}

int creat(const char *path, mode_t mode) {
  return open_recorded(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

/* Writing. `at` is the offset of the write; -1: the current offset of the descriptor. */

static void add_write(int fd, const char *path, off64_t at, const struct iovec *data, int count,
                      ssize_t done) {
  struct iovec part[count > 0 ? count : 1];
  size_t left = (size_t)done;
  int used = 0;
  for (; used < count && left > 0; used += 1) {
    part[used] = data[used];
    if (part[used].iov_len > left) part[used].iov_len = left;
    left -= part[used].iov_len;
  }
  uint64_t offset = (uint64_t)at;
  if (at < 0) {
    /* The offset at which the write ended, even if the descriptor appends. */
    off64_t end = lseek64(fd, 0, SEEK_CUR);
    offset = (uint64_t)end - (uint64_t)done;
  } else if ((fcntl(fd, F_GETFL) & O_APPEND) != 0) {
    /* On Linux, pwrite(2) to a descriptor that appends ignores the offset and appends the data. */
    struct stat seen;
    if (fstat(fd, &seen) == 0) offset = (uint64_t)seen.st_size - (uint64_t)done;
  }
  add(WRITE, path, NULL, inode_of_fd(fd), offset, part, used);
}

#define RECORDED_WRITE(fd, at, data, count, call)                                                  \
  char path[PATH_MAX];                                                                             \
  if (!path_of(fd, path)) return call;                                                             \
  ssize_t done = -1;                                                                               \
  LOCKED({                                                                                         \
    done = call;                                                                                   \
    if (done > 0) add_write(fd, path, at, data, count, done);                                      \
  });                                                                                              \
  return done;

ssize_t write(int fd, const void *bytes, size_t length) {
  struct iovec data = {(void *)bytes, length};
  RECORDED_WRITE(fd, -1, &data, 1, REAL(write)(fd, bytes, length))
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  struct iovec data = {(void *)bytes, length};
  RECORDED_WRITE(fd, at, &data, 1, REAL(pwrite)(fd, bytes, length, at))
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
  struct iovec data = {(void *)bytes, length};
  RECORDED_WRITE(fd, at, &data, 1, REAL(pwrite64)(fd, bytes, length, at))
}

ssize_t writev(int fd, const struct iovec *data, int count) {
  RECORDED_WRITE(fd, -1, data, count, REAL(writev)(fd, data, count))
}

ssize_t pwritev(int fd, const struct iovec *data, int count, off_t at) {
  RECORDED_WRITE(fd, at, data, count, REAL(pwritev)(fd, data, count, at))
}

ssize_t pwritev64(int fd, const struct iovec *data, int count, off64_t at) {
  RECORDED_WRITE(fd, at, data, count, REAL(pwritev64)(fd, data, count, at))
}

/* Refuses copies by the kernel into a file below the root, so that the caller reads and writes the data instead. */

ssize_t sendfile(int to, int from, off_t *at, size_t length) {
  char path[PATH_MAX];
  if (path_of(to, path)) {
    errno = EINVAL;
    return -1;
  }
  return ((ssize_t (*)(int, int, off_t *, size_t))real("sendfile"))(to, from, at, length);
}

ssize_t sendfile64(int to, int from, off64_t *at, size_t length) {
  char path[PATH_MAX];
  if (path_of(to, path)) {
    errno = EINVAL;
    return -1;
  }
  return ((ssize_t (*)(int, int, off64_t *, size_t))real("sendfile64"))(to, from, at, length);
}

ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *at_to, size_t length,
                        unsigned flags) {
  char path[PATH_MAX];
  if (path_of(to, path)) {
    errno = ENOSYS;
    return -1;
  }
  return REAL(copy_file_range)(from, at, to, at_to, length, flags);
}

/* libuv calls copy_file_range by its system call number. */
long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long);
  long d = va_arg(rest, long), e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
#ifdef SYS_copy_file_range
  char path[PATH_MAX];
  if (number == SYS_copy_file_range && path_of((int)c, path)) {
    errno = ENOSYS;
    return -1;
  }
#endif
  return ((long (*)(long, ...))real("syscall"))(number, a, b, c, d, e, f);
}

static int truncate_recorded(int fd, off64_t length) {
  char path[PATH_MAX];
  if (!path_of(fd, path)) return REAL(ftruncate64)(fd, length);
  int done = -1;
  LOCKED({
    done = REAL(ftruncate64)(fd, length);
    if (done == 0) add(TRUNCATE, path, NULL, inode_of_fd(fd), (uint64_t)length, NULL, 0);
  });
  return done;
}

int ftruncate(int fd, off_t length) { return truncate_recorded(fd, length); }
int ftruncate64(int fd, off64_t length) { return truncate_recorded(fd, length); }

/* Calls that the model of the disk does not cover. They are recorded as UNKNOWN, and the recording then fails. */

static void unknown(const char *path, const char *name) {
  LOCKED(add(UNKNOWN, path, NULL, 0, 0, &(struct iovec){(void *)name, strlen(name)}, 1));
}

int truncate(const char *name, off_t length) {
  char path[PATH_MAX];
  if (trace >= 0 && absolute(AT_FDCWD, name, path) && is_recorded(path)) unknown(path, "truncate");
  return REAL(truncate)(name, length);
}

int truncate64(const char *name, off64_t length) {
  char path[PATH_MAX];
  if (trace >= 0 && absolute(AT_FDCWD, name, path) && is_recorded(path)) unknown(path, "truncate");
  return REAL(truncate64)(name, length);
}

int fallocate(int fd, int mode, off_t at, off_t length) {
  char path[PATH_MAX];
  if (path_of(fd, path)) unknown(path, "fallocate");
  return REAL(fallocate)(fd, mode, at, length);
}

int fallocate64(int fd, int mode, off64_t at, off64_t length) {
  char path[PATH_MAX];
  if (path_of(fd, path)) unknown(path, "fallocate");
  return REAL(fallocate64)(fd, mode, at, length);
}

int posix_fallocate(int fd, off_t at, off_t length) {
  char path[PATH_MAX];
  if (path_of(fd, path)) unknown(path, "posix_fallocate");
  return REAL(posix_fallocate)(fd, at, length);
}

int posix_fallocate64(int fd, off64_t at, off64_t length) {
  char path[PATH_MAX];
  if (path_of(fd, path)) unknown(path, "posix_fallocate");
  return REAL(posix_fallocate64)(fd, at, length);
}

int symlink(const char *target, const char *name) {
  char path[PATH_MAX];
  if (trace >= 0 && absolute(AT_FDCWD, name, path) && is_recorded(path)) unknown(path, "symlink");
  return REAL(symlink)(target, name);
}

/* Syncing. */

static int sync_recorded(int fd, const char *name) {
  char path[PATH_MAX];
  int (*call)(int) = (int (*)(int))real(name);
  if (!path_of(fd, path)) return call(fd);
  int done = -1;
  LOCKED({
    done = call(fd);
    struct stat seen;
    if (done == 0 && fstat(fd, &seen) == 0)
      add(S_ISDIR(seen.st_mode) ? SYNC_FOLDER : SYNC, path, NULL, seen.st_ino, 0, NULL, 0);
  });
  return done;
}

int fsync(int fd) { return sync_recorded(fd, "fsync"); }
int fdatasync(int fd) { return sync_recorded(fd, "fdatasync"); }

/* Names. */

static int rename_recorded(int from_folder, const char *from, int to_folder, const char *to) {
  char path[PATH_MAX], other[PATH_MAX];
  int (*call)(int, const char *, int, const char *) =
      (int (*)(int, const char *, int, const char *))real("renameat");
  if (trace < 0 || !absolute(from_folder, from, path) || !absolute(to_folder, to, other) ||
      !is_recorded(path) || !is_recorded(other))
    return call(from_folder, from, to_folder, to);
  int done = -1;
  LOCKED({
    done = call(from_folder, from, to_folder, to);
    if (done == 0) add(RENAME, path, other, inode_of(other), 0, NULL, 0);
  });
  return done;
}

int rename(const char *from, const char *to) {
  return rename_recorded(AT_FDCWD, from, AT_FDCWD, to);
}
int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  return rename_recorded(from_folder, from, to_folder, to);
}
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  if (flags == 0) return rename_recorded(from_folder, from, to_folder, to);
  errno = EINVAL;
  return -1;
}

static int link_recorded(int from_folder, const char *from, int to_folder, const char *to,
                         int flags) {
  char path[PATH_MAX], other[PATH_MAX];
  if (trace < 0 || !absolute(from_folder, from, path) || !absolute(to_folder, to, other) ||
      !is_recorded(other))
    return REAL(linkat)(from_folder, from, to_folder, to, flags);
  int done = -1;
  LOCKED({
    done = REAL(linkat)(from_folder, from, to_folder, to, flags);
    if (done == 0) add(LINK, path, other, inode_of(other), 0, NULL, 0);
  });
  return done;
}

int link(const char *from, const char *to) {
  return link_recorded(AT_FDCWD, from, AT_FDCWD, to, 0);
}
int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  return link_recorded(from_folder, from, to_folder, to, flags);
}

static int unlink_recorded(int folder, const char *name, int flags) {
  char path[PATH_MAX];
  if (trace < 0 || !absolute(folder, name, path) || !is_recorded(path))
    return REAL(unlinkat)(folder, name, flags);
  int done = -1;
  LOCKED({
    uint64_t inode = inode_of(path);
    done = REAL(unlinkat)(folder, name, flags);
    if (done == 0)
      add((flags & AT_REMOVEDIR) != 0 ? REMOVE_FOLDER : UNLINK, path, NULL, inode, 0, NULL, 0);
  });
  return done;
}

int unlink(const char *path) { return unlink_recorded(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlink_recorded(AT_FDCWD, path, AT_REMOVEDIR); }
int unlinkat(int folder, const char *path, int flags) {
  return unlink_recorded(folder, path, flags);
}

int remove(const char *path) {
  struct stat seen;
  if (lstat(path, &seen) != 0) return -1;
  return unlink_recorded(AT_FDCWD, path, S_ISDIR(seen.st_mode) ? AT_REMOVEDIR : 0);
}

static int mkdir_recorded(int folder, const char *name, mode_t mode) {
  char path[PATH_MAX];
  if (trace < 0 || !absolute(folder, name, path) || !is_recorded(path))
    return REAL(mkdirat)(folder, name, mode);
  int done = -1;
  LOCKED({
    done = REAL(mkdirat)(folder, name, mode);
    if (done == 0) add(MAKE_FOLDER, path, NULL, inode_of(path), 0, NULL, 0);
  });
  return done;
}

int mkdir(const char *path, mode_t mode) { return mkdir_recorded(AT_FDCWD, path, mode); }
int mkdirat(int folder, const char *path, mode_t mode) {
  return mkdir_recorded(folder, path, mode);
}

char *mkdtemp(char *template) {
  char path[PATH_MAX];
  char *made = REAL(mkdtemp)(template);
  if (made != NULL && trace >= 0 && absolute(AT_FDCWD, made, path) && is_recorded(path))
    LOCKED(add(MAKE_FOLDER, path, NULL, inode_of(path), 0, NULL, 0));
  return made;
}
