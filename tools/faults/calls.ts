import type { PathLike } from 'node:fs';
import type * as fileSystem from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type * as sqlite from 'node:sqlite';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** A call that this process makes to the disk or to the database. */
interface BoundaryCall {
  readonly boundary: 'disk' | 'database';
  /** The name of the function and its first argument: a path or a statement. */
  readonly name: string;
  readonly target: string;
  /** The errors that the call can have, by their names in Node and SQLite. */
  readonly errors: readonly string[];
}

/** Called before each call. Returns the name of the error that the call fails with; null: the call runs. */
type OnCall = (call: BoundaryCall) => string | null;

const errorNumbers: Readonly<Record<string, number>> = {
  ENOSPC: 28,
  EIO: 5,
  EROFS: 30,
  EACCES: 13,
  EMFILE: 24,
  SQLITE_BUSY: 5,
  SQLITE_READONLY: 8,
  SQLITE_IOERR: 10,
  SQLITE_FULL: 13,
};
const errorWords: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on device',
  EIO: 'i/o error',
  EROFS: 'read-only file system',
  EACCES: 'permission denied',
  EMFILE: 'too many open files',
  SQLITE_BUSY: 'database is locked',
  SQLITE_READONLY: 'attempt to write a readonly database',
  SQLITE_IOERR: 'disk I/O error',
  SQLITE_FULL: 'database or disk is full',
};

function diskError(code: string, syscall: string, path: string): Error {
  const message = `${code}: ${errorWords[code] ?? code}, ${syscall} '${path}'`;
  return Object.assign(new Error(message), {
    code,
    errno: -(errorNumbers[code] ?? 1),
    syscall,
    path,
  });
}

function databaseError(code: string): Error {
  const errstr = errorWords[code] ?? code;
  const about = { code: 'ERR_SQLITE_ERROR', errcode: errorNumbers[code] ?? 1, errstr };
  return Object.assign(new Error(errstr), about);
}

const errorsOfCreate = ['ENOSPC', 'EIO', 'EROFS', 'EACCES'];
const errorsOfRemove = ['EIO', 'EROFS', 'EACCES'];
const errorsOfLookup = ['EIO', 'EACCES'];
const errorsOfOpen = [...errorsOfCreate, 'EMFILE'];
const errorsOfRead = [...errorsOfLookup, 'EMFILE'];
const errorsOfMove = ['ENOSPC', 'EIO'];

/**
 * The errors of each function that takes a path, by its name without `Sync`. The errors of `open` depend on the flags.
 */
const errorsOfPathCalls: Readonly<Record<string, readonly string[]>> = {
  access: errorsOfLookup,
  appendFile: errorsOfOpen,
  chmod: errorsOfRemove,
  copyFile: errorsOfOpen,
  exists: errorsOfLookup,
  lstat: errorsOfLookup,
  mkdir: errorsOfCreate,
  mkdtemp: errorsOfCreate,
  opendir: errorsOfRead,
  readFile: errorsOfRead,
  readdir: errorsOfRead,
  readlink: errorsOfLookup,
  realpath: errorsOfLookup,
  rename: errorsOfCreate,
  rm: errorsOfRemove,
  rmdir: errorsOfRemove,
  stat: errorsOfLookup,
  statfs: errorsOfLookup,
  symlink: errorsOfCreate,
  truncate: errorsOfCreate,
  unlink: errorsOfRemove,
  utimes: errorsOfRemove,
  writeFile: errorsOfOpen,
};
const errorsOfDescriptorCalls: Readonly<Record<string, readonly string[]>> = {
  close: ['EIO'],
  fchmod: errorsOfRemove,
  fdatasync: errorsOfMove,
  fstat: ['EIO'],
  fsync: errorsOfMove,
  ftruncate: errorsOfMove,
  futimes: errorsOfRemove,
  read: ['EIO'],
  write: errorsOfMove,
  writev: errorsOfMove,
};
/** The errors of the methods of a file handle. */
const errorsOfHandleMethods: Readonly<Record<string, readonly string[]>> = {
  appendFile: errorsOfMove,
  chmod: errorsOfRemove,
  close: ['EIO'],
  datasync: errorsOfMove,
  read: ['EIO'],
  readFile: ['EIO'],
  stat: ['EIO'],
  sync: errorsOfMove,
  truncate: errorsOfMove,
  utimes: errorsOfRemove,
  write: errorsOfMove,
  writeFile: errorsOfMove,
  writev: errorsOfMove,
};

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;
type Functions = Record<string, AnyFunction | undefined>;

const textOf = (path: unknown): string | null => {
  if (typeof path === 'string') return path;
  if (Buffer.isBuffer(path)) return path.toString();
  return path instanceof URL ? fileURLToPath(path) : null;
};

const opensToWrite = (flags: unknown): boolean =>
  typeof flags === 'number' ? (flags & 3) !== 0 : typeof flags === 'string' && /[wa+]/.test(flags);

/**
 * The first half of the data of a write; null if the data are neither text nor bytes. When a disk becomes full, it has
 * stored this half.
 */
const firstHalfOf = (data: unknown): unknown => {
  if (typeof data === 'string') return data.slice(0, data.length / 2);
  return data instanceof Uint8Array ? data.subarray(0, data.length / 2) : null;
};

/**
 * Intercepts each call to the disk below `folder` and to SQLite, through the modules that the app imports. A write that
 * fails with `ENOSPC` or `EIO` leaves half of its data, except for a function with a callback. A transaction that fails
 * with `SQLITE_FULL` or `SQLITE_IOERR` is rolled back, as in SQLite itself.
 *
 * @param onWritten called after a file was opened for writing, after each call on it until it is closed, and after a
 *   whole file was written
 */
export function watchCalls(
  folder: string,
  onCall: OnCall,
  onWritten: (path: string) => void,
): void {
  watchDisk(folder, onCall, onWritten);
  watchDatabase(onCall);
  syncBuiltinESMExports();
}

function watchDisk(folder: string, onCall: OnCall, onWritten: (path: string) => void): void {
  const fs = require('node:fs') as unknown as Functions & { promises: Functions };
  const open = require('node:fs') as typeof fileSystem;
  const descriptors = new Map<number, string>();
  /** The depth of nested calls: some functions of Node call others. Nested calls are not counted. */
  let depth = 0;
  const isOwn = (path: string | null): path is string => path?.startsWith(folder) === true;
  const ask = (name: string, path: string, errors: readonly string[]): Error | null => {
    const code = onCall({ boundary: 'disk', name, target: path, errors });
    return code === null ? null : diskError(code, name, path);
  };
  const openToWrite = new Set<string>();
  const written = (name: string, path: string | null, args: readonly unknown[]): void => {
    // The handler itself may call the disk.
    if (depth > 0 || !isOwn(path)) return;
    if (name === 'open' && opensToWrite(args[1])) openToWrite.add(path);
    const isWritten =
      name === 'writeFile' || name === 'appendFile' || (name === 'close' && openToWrite.has(path));
    if (name === 'close') openToWrite.delete(path);
    if (isWritten || openToWrite.has(path)) within(() => onWritten(path));
  };
  const isHalf = ({ message }: Error): boolean => /^(ENOSPC|EIO)/.test(message);

  const errorsOf = (name: string, args: readonly unknown[]): readonly string[] => {
    if (name !== 'open') return errorsOfPathCalls[name] ?? [];
    return opensToWrite(args[1]) ? errorsOfOpen : errorsOfRead;
  };
  /**
   * The error with which a call to `name` on `path` fails; null if the call succeeds. If the error interrupts a write,
   * this function first writes half of the data.
   */
  const failureOf = (
    name: string,
    path: string | null,
    errors: readonly string[],
    half: () => void,
  ): Error | null => {
    if (depth > 0 || !isOwn(path)) return null;
    const error = ask(name, path, errors);
    if (error !== null && isHalf(error)) within(half);
    return error;
  };
  const within = <T>(work: () => T): T => {
    depth += 1;
    try {
      return work();
    } finally {
      depth -= 1;
    }
  };

  const wrapSync = (name: string, pathOf: (args: readonly unknown[]) => string | null): void => {
    const real = fs[`${name}Sync`];
    if (real === undefined) return;
    fs[`${name}Sync`] = function (this: unknown, ...args) {
      const path = pathOf(args);
      const errors = errorsOfDescriptorCalls[name] ?? errorsOf(name, args);
      const error = failureOf(name, path, errors, () => {
        const half = firstHalfOf(args[1]);
        const isWrite = name === 'write' || name === 'writeFile' || name === 'appendFile';
        // The arguments after the buffer are an offset and a length.
        if (isWrite && half !== null) real.call(this, args[0], half);
        if (name === 'close') real.call(this, ...args);
      });
      if (error !== null) {
        if (name === 'exists') return false;
        throw error;
      }
      const value = within(() => real.call(this, ...args));
      if (name === 'open' && isOwn(path)) descriptors.set(Number(value), path);
      if (name === 'close') descriptors.delete(Number(args[0]));
      written(name, path, args);
      return value;
    };
  };
  const wrapCallback = (
    name: string,
    pathOf: (args: readonly unknown[]) => string | null,
  ): void => {
    const real = fs[name];
    if (real === undefined) return;
    const wrapped: AnyFunction = function (this: unknown, ...args) {
      const path = pathOf(args);
      const errors = errorsOfDescriptorCalls[name] ?? errorsOf(name, args);
      const callback = args.at(-1) as (error: Error | null, value?: unknown) => void;
      const error = failureOf(name, path, errors, () => {
        if (name === 'close') open.closeSync(Number(args[0]));
      });
      if (error !== null) {
        setImmediate(() => (name === 'exists' ? callback(false as never) : callback(error)));
        return undefined;
      }
      if (name === 'close') descriptors.delete(Number(args[0]));
      if (['close', 'writeFile', 'appendFile'].includes(name) && isOwn(path))
        return real.call(this, ...args.slice(0, -1), (...results: [Error | null]) => {
          if (results[0] === null) written(name, path, args);
          callback(...results);
        });
      if (name !== 'open' || !isOwn(path)) return real.call(this, ...args);
      return real.call(this, ...args.slice(0, -1), (failure: Error | null, fd: unknown) => {
        if (failure === null) {
          descriptors.set(Number(fd), path);
          written(name, path, args);
        }
        callback(failure, fd);
      });
    };
    // Some of these functions have a custom form for `util.promisify`.
    fs[name] = Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(real));
  };
  const firstPath = (args: readonly unknown[]): string | null => textOf(args[0]);
  const handlePath = (args: readonly unknown[]): string | null =>
    descriptors.get(Number(args[0])) ?? null;
  for (const name of ['open', ...Object.keys(errorsOfPathCalls)]) {
    wrapSync(name, firstPath);
    wrapCallback(name, firstPath);
  }
  for (const name of Object.keys(errorsOfDescriptorCalls)) {
    wrapSync(name, handlePath);
    wrapCallback(name, handlePath);
  }

  const { promises } = fs;
  const handles = new WeakMap<object, string>();
  let isHandleWatched = false;
  const watchHandle = (handle: object): void => {
    if (isHandleWatched) return;
    isHandleWatched = true;
    const methods = Object.getPrototypeOf(handle) as Functions;
    for (const [name, errors] of Object.entries(errorsOfHandleMethods)) {
      const real = methods[name];
      if (real === undefined) continue;
      methods[name] = async function (this: unknown, ...args) {
        const path = handles.get(this as object) ?? null;
        const error = isOwn(path) ? ask(`handle.${name}`, path, errors) : null;
        if (error === null) {
          const value = await real.call(this, ...args);
          written(name, path, args);
          return value;
        }
        const half = firstHalfOf(args[0]);
        if (name.startsWith('write') && isHalf(error) && half !== null) await real.call(this, half);
        if (name === 'close') await real.call(this);
        throw error;
      };
    }
  };
  for (const name of ['open', ...Object.keys(errorsOfPathCalls)]) {
    const real = promises[name];
    if (real === undefined) continue;
    promises[name] = async function (this: unknown, ...args) {
      const path = firstPath(args);
      const error = isOwn(path) ? ask(name, path, errorsOf(name, args)) : null;
      if (error !== null) {
        const half = firstHalfOf(args[1]);
        const isWrite = name === 'writeFile' || name === 'appendFile';
        if (isWrite && isHalf(error) && half !== null)
          await real.call(promises, args[0] as PathLike, half);
        throw error;
      }
      const value = await real.call(promises, ...args);
      if (name === 'open' && isOwn(path)) handles.set(value as object, path);
      if (name === 'open') watchHandle(value as object);
      written(name, path, args);
      return value;
    };
  }
}

const databaseWriteErrors = ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_BUSY', 'SQLITE_READONLY'];
const databaseReadErrors = ['SQLITE_IOERR', 'SQLITE_BUSY'];
const isQuery = (sql: string): boolean =>
  /^\s*(SELECT|ROLLBACK|RELEASE|PRAGMA (?!user_version\s*=|journal_mode))/i.test(sql);

function watchDatabase(onCall: OnCall): void {
  const module = require('node:sqlite') as {
    -readonly [K in keyof typeof sqlite]: (typeof sqlite)[K];
  };
  const databases = new WeakMap<object, sqlite.DatabaseSync>();
  const statements = new WeakMap<object, string>();
  const exec = (module.DatabaseSync.prototype as unknown as Functions)['exec'];

  const ask = (name: string, sql: string, database: sqlite.DatabaseSync | null): Error | null => {
    const target = sql.replaceAll(/\s+/g, ' ').trim().slice(0, 80);
    const errors = isQuery(sql) ? databaseReadErrors : databaseWriteErrors;
    const code = onCall({ boundary: 'database', name, target, errors });
    if (code === null) return null;
    const rollsBack = code === 'SQLITE_FULL' || code === 'SQLITE_IOERR';
    if (rollsBack && database?.isOpen === true && database.isTransaction)
      exec?.call(database, 'ROLLBACK');
    return databaseError(code);
  };
  const wrap = (
    owner: object,
    name: string,
    sqlOf: (self: object, args: readonly unknown[]) => string,
  ): void => {
    const methods = owner as Functions;
    const real = methods[name];
    if (real === undefined) return;
    methods[name] = function (this: unknown, ...args) {
      const self = this as object;
      const database = self instanceof module.DatabaseSync ? self : (databases.get(self) ?? null);
      const sql = sqlOf(self, args);
      const error = ask(name, sql, database);
      if (error !== null) throw error;
      const value = real.call(this, ...args);
      if (name === 'prepare') {
        databases.set(value as object, self as sqlite.DatabaseSync);
        statements.set(value as object, sql);
      }
      return value;
    };
  };
  const firstArgument = (_: object, args: readonly unknown[]): string => String(args[0]);
  wrap(module.DatabaseSync.prototype, 'exec', firstArgument);
  wrap(module.DatabaseSync.prototype, 'prepare', firstArgument);
  wrap(module.DatabaseSync.prototype, 'applyChangeset', () => 'changeset');
  for (const name of ['run', 'get', 'all', 'iterate'])
    wrap(module.StatementSync.prototype, name, (self) => statements.get(self) ?? '');

  const Real = module.DatabaseSync;
  module.DatabaseSync = class DatabaseSync extends Real {
    constructor(...args: ConstructorParameters<typeof Real>) {
      const error = ask('open', String(args[0]), null);
      if (error !== null) throw error;
      super(...args);
    }
  };
  const { backup } = module;
  module.backup = async (...args) => {
    const error = ask('backup', String(args[1]), null);
    if (error !== null) throw error;
    return backup(...args);
  };
}
