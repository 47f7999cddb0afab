/**
 * Starts every tool: `node tools/launch.mjs NAME [ARGS]`. Plain JavaScript that Node 20 and later can run without any
 * package: it installs missing packages (Node 24 is one of them), then runs the named tool. Only the tool writes to
 * standard output; messages of this file go to standard error.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const requiredMajor = 24;

const tools = {
  start: ['tools/start/start.ts'],
  test: ['tools/test/run-tests.ts'],
  doctor: ['tools/doctor/doctor.ts'],
  probe: ['tools/probe/probe.ts'],
  record: ['tools/record/record.ts'],
  services: { bundle: 'packages/services/src' },
  screenshots: ['tools/screenshots/screenshots.ts'],
  'docs:figures': ['tools/docs/docs.ts'],
  bench: ['bench/bench.ts'],
  faults: ['tools/faults/faults.ts'],
  orbit: ['tools/orbit/orbit.ts'],
  fuzz: ['test/fuzz/main.ts'],
  mutants: ['tools/mutants/mutants.ts'],
  release: ['tools/release/release.ts'],
  package: ['tools/package/package.ts'],
  words: ['tools/words/check-words.ts'],
  desktops: ['tools/desktops/desktops.ts'],
  windows: ['tools/windows/windows.ts'],
  electron: ['tools/electron/electron.ts'],
};

/**
 * The tools that need no devDependencies of package.json. They need only its dependencies, and those of the workspaces.
 */
const toolsOfApp = new Set(['start', 'doctor', 'probe', 'record', 'services']);

const startedAt = Date.now();
const say = (line) => process.stderr.write(`${line}\n`);

class Refusal extends Error {}

/** The packages in a lock file, by folder; null if the file cannot be read. */
function listed(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return null;
  }
}

/**
 * The packages of package-lock.json that node_modules contains: 'none', those of the app (`npm ci --omit=dev`), or 'all'.
 * npm writes a record of the installed packages last, so an interrupted installation has no record. Packages for other
 * platforms may be missing.
 */
function installedSet() {
  const wanted = listed(join(root, 'package-lock.json'));
  const found = listed(join(modules, '.package-lock.json'));
  if (wanted === null) throw new Refusal('package-lock.json is missing or unreadable');
  if (found === null) return 'none';
  let set = 'all';
  for (const [folder, { version, integrity, link, dev, optional, devOptional }] of Object.entries(
    wanted,
  )) {
    if (!folder.startsWith('node_modules/') || link === true) continue;
    const there = found[folder];
    if (there === undefined) {
      if (optional || devOptional) continue;
      if (!dev) return 'none';
      set = 'app';
    } else if (there.version !== version || there.integrity !== integrity) return 'none';
  }
  return set;
}

/**
 * Runs a command and returns its exit code like a shell (128 + signal number). Forwards a signal to the child, and
 * waits for the child's exit. With Ctrl+C the terminal sends SIGINT to both processes, so the child gets the signal
 * twice. `output`: what the child wrote to its pipes. `stopped`: whether this process got a signal.
 */
function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, ...options });
    let output = '';
    let stopped = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
      const forward = () => {
        stopped = true;
        if (process.platform !== 'win32') child.kill(signal);
      };
      process.on(signal, forward);
      return () => process.off(signal, forward);
    });
    // When npm is stopped, it kills its shell but not this process. So this process stops when its parent has ended.
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.env.npm_lifecycle_event && process.ppid !== parent) child.kill('SIGTERM');
    }, 500);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearInterval(watch);
      for (const stop of forwarded) stop();
      resolve({ code: code ?? 128 + (signalNumbers[signal] ?? 0), output, stopped });
    });
  });
}
const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/** Installs the packages that the tool needs, unless node_modules contains them. */
async function install(name) {
  const installed = installedSet();
  const isForApp = toolsOfApp.has(name);
  if (installed === 'all' || (isForApp && installed === 'app')) return;
  // `npm ci` deletes node_modules, with which the app may be running: `npm install` adds what is missing.
  const [command, ...how] = installed === 'app' ? ['install', '--no-save'] : ['ci'];
  say(`Installing packages (npm ${command}), about half a minute …`);
  const args = [command, ...how, isForApp ? '--omit=dev' : '--include=dev'];
  args.push('--loglevel=error', '--no-audit', '--no-fund');
  // Other package managers set this variable to their own paths.
  const npm = process.env.npm_execpath ?? '';
  const quiet = { stdio: ['ignore', 'pipe', 'pipe'] };
  const { code, output, stopped } =
    basename(npm) === 'npm-cli.js'
      ? await run(process.execPath, [npm, ...args], quiet)
      : await run('npm', args, { ...quiet, shell: process.platform === 'win32' });
  // After Ctrl+C, npm does not always exit with the signal's code.
  if (stopped || code > 128) process.exit(code > 128 ? code : 130);
  if (code !== 0) {
    say(output.trim());
    throw new Refusal(`npm ${command} failed with exit code ${code}`);
  }
}

/**
 * Path of Node in the required version: the optional dependency for this system, or else the Node that runs this file.
 */
function findNode() {
  const major = (version) => Number(version.replace(/^v/, '').split('.')[0]);
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const installed = join(modules, name, 'bin', isWindows ? 'node.exe' : 'node');
  if (existsSync(installed)) {
    const { stdout } = spawnSync(installed, ['--version'], { encoding: 'utf8' });
    if (major(stdout ?? '') === requiredMajor) return installed;
  }
  if (major(process.version) >= requiredMajor) return process.execPath;
  throw new Refusal(
    `npm has no Node ${requiredMajor} for this system (${name}), or optional packages were left out; ` +
      `this is Node ${process.version}: install Node ${requiredMajor}`,
  );
}

/** Path of the bundle of a folder's main.ts. Creates the bundle again if a source is newer. */
async function bundled(folder, node) {
  const file = join(root, '.run', 'bundles', folder, 'main.js');
  const sources = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
  const newest = Math.max(
    ...[...sources, join(root, 'package-lock.json')].map((path) => statSync(path).mtimeMs),
  );
  if (existsSync(file) && statSync(file).mtimeMs > newest) return file;
  const tool = join(root, 'tools', 'setup', 'bundle.ts');
  const { code, output } = await run(node, [tool, join(root, folder, 'main.ts'), file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (code === 0) return file;
  say(output.trim());
  throw new Refusal(`${folder} could not be put into one file (exit code ${code})`);
}

/** The arguments of Node for a tool: its program, then the arguments that the tool always gets. */
async function programOf(tool, node) {
  if (Array.isArray(tool)) return [join(root, tool[0]), ...tool.slice(1)];
  return [await bundled(tool.bundle, node)];
}

/** Compiles the words of all languages when a catalog is newer. Some tools import them with the app's sources. */
async function compileWords(node) {
  const folder = join(root, 'src', 'locales');
  if (!existsSync(folder)) return;
  const compiled = statSync(join(root, 'src', 'shared', 'language', 'generated', '.stamp'), {
    throwIfNoEntry: false,
  });
  const isFresh = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.json'))
    .every((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs <= compiled?.mtimeMs);
  if (isFresh) return;
  const { code } = await run(node, ['tools/words/check-words.ts', '--compile'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (code !== 0) throw new Refusal('the words could not be compiled');
}

async function main([name, ...args]) {
  if (name === undefined || !Object.hasOwn(tools, name)) {
    say(
      `Usage: node tools/launch.mjs NAME [ARGS], where NAME is one of ${Object.keys(tools).join(', ')}`,
    );
    return 2;
  }
  await install(name);
  const node = findNode();
  await compileWords(node);
  const program = await programOf(tools[name], node);
  const { code } = await run(node, [...program, ...args], {
    // No message is sent over this channel. The channel closes when this process ends, even if it is killed; the tool
    // then stops.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // This is the caller's folder, to which relative paths in the arguments refer.
    cwd: process.cwd(),
    env: {
      ...process.env,
      PATH: [join(modules, '.bin'), dirname(node), process.env.PATH].join(delimiter),
      OVERHEAD_LAUNCHED_AT: String(startedAt),
    },
  });
  return code;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (process.env.DEBUG) say(error.stack);
  else say(`launch: ${error.message}`);
  // `npm test` always ends with a line of counts, even if it could not begin.
  if (tools[process.argv[2]]?.[0] === 'tools/test/run-tests.ts') console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
