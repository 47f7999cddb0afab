/**
 * The door to every tool: `node tools/launch.mjs NAME [ARGS]`. Plain JavaScript for Node 20 and later, needing
 * nothing installed: it installs what is missing (Node 24 among it), then hands over to the named tool.
 * Standard output belongs to the tool alone; what this file has to say goes to standard error.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const requiredMajor = 24;

const tools = {
  start: ['tools/start/main.ts'],
  test: ['tools/test/main.ts'],
  e2e: ['tools/test/main.ts', '--full', '--only', 'e2e'],
  doctor: ['tools/doctor/main.ts'],
  probe: ['tools/probe/main.ts'],
  record: ['tools/record/main.ts'],
  rehearse: ['tools/rehearse/main.ts'],
  // In one file, and in little memory: a young generation that is emptied often, an old one that is collected when
  // it has grown by half, and no second compiler.
  services: {
    bundle: 'src/embedded',
    flags: ['--max-semi-space-size=1', '--heap-growing-percent=50', '--no-maglev'],
  },
  screenshots: ['tools/screenshots/main.ts'],
  gallery: ['tools/gallery/main.ts'],
  visual: ['tools/gallery/visual/main.ts'],
  docs: ['tools/docs/main.ts'],
  bench: ['bench/main.ts'],
  faults: ['tools/faults/main.ts'],
  soak: ['tools/soak/main.ts'],
  orbit: ['tools/orbit/main.ts'],
  fuzz: ['test/fuzz/main.ts'],
  mutants: ['tools/mutants/main.ts'],
  release: ['tools/release/main.ts'],
  package: ['tools/package/main.ts'],
  words: ['tools/words/main.ts'],
  house: ['tools/house/main.ts'],
  desktops: ['tools/desktops/main.ts'],
  selfcheck: ['tools/selfcheck/main.ts'],
  'electron-api': ['tools/electron-api/main.ts'],
  contract: ['tools/contract/main.ts'],
  'contract:titles': ['tools/contract/compare.ts'],
};

const startedAt = Date.now();
const say = (line) => process.stderr.write(`${line}\n`);

class Refusal extends Error {}

/** The packages that a lock file lists, by folder. */
function listed(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return null;
  }
}

/**
 * Whether node_modules holds what package-lock.json asks for. npm keeps its own record of what it installed
 * and writes it last, so an installation that was broken off does not count. What may be missing are the
 * packages for other platforms.
 */
function isInstalled() {
  const wanted = listed(join(root, 'package-lock.json'));
  const found = listed(join(modules, '.package-lock.json'));
  if (wanted === null) throw new Refusal('package-lock.json is missing or unreadable');
  if (found === null) return false;
  return Object.entries(wanted).every(([folder, { version, integrity, optional, devOptional }]) => {
    if (folder === '') return true;
    const there = found[folder];
    if (there === undefined) return Boolean(optional ?? devOptional);
    return there.version === version && there.integrity === integrity;
  });
}

/**
 * Runs a command and gives back its exit code as a shell would say it (128 + signal number). A signal that
 * ends us goes to the child first, and we wait for it; the terminal's Ctrl+C reaches both by itself, and
 * children take a second one calmly. `stopped` says whether there was one.
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
    // npm that is told to end kills its shell, and nobody tells us: an orphan ends by itself.
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

async function install() {
  say('Installing packages (npm ci), about half a minute …');
  const args = ['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'];
  // Another package manager names itself there.
  const npm = process.env.npm_execpath ?? '';
  const quiet = { stdio: ['ignore', 'pipe', 'pipe'] };
  const { code, output, stopped } =
    basename(npm) === 'npm-cli.js'
      ? await run(process.execPath, [npm, ...args], quiet)
      : await run('npm', args, { ...quiet, shell: process.platform === 'win32' });
  // npm ends a Ctrl+C in its own way, and not always with the signal's code.
  if (stopped || code > 128) process.exit(code > 128 ? code : 130);
  if (code !== 0) {
    say(output.trim());
    throw new Refusal(`npm ci failed with exit code ${code}`);
  }
}

/** Path of a Node that is new enough: the one installed beside the packages, else the one running now. */
function findNode() {
  const major = (version) => Number(version.replace(/^v/, '').split('.')[0]);
  const installed = join(
    modules,
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (existsSync(installed)) {
    const { stdout } = spawnSync(installed, ['--version'], { encoding: 'utf8' });
    if (major(stdout ?? '') === requiredMajor) return installed;
  }
  if (major(process.version) >= requiredMajor) return process.execPath;
  throw new Refusal(
    `Node ${requiredMajor} is not in node_modules/node (were npm's install scripts switched off?), ` +
      `and this is ${process.version}`,
  );
}

/** Path of a folder's main.ts as one file, made anew when a source is newer. */
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

/** What a tool's process is given: Node's own flags, then the program. */
async function programOf(tool, node) {
  if (Array.isArray(tool)) return [join(root, tool[0]), ...tool.slice(1)];
  return [...tool.flags, await bundled(tool.bundle, node)];
}

/** Compiles the words of all languages, which some tools import with the app's sources, when a catalog is newer. */
async function compileWords(node) {
  const folder = join(root, 'src', 'shared', 'language');
  if (!existsSync(folder)) return;
  const compiled = statSync(join(folder, 'generated', '.stamp'), { throwIfNoEntry: false });
  const isFresh = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.json'))
    .every((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs <= compiled?.mtimeMs);
  if (isFresh) return;
  const { code } = await run(node, ['tools/words/main.ts', '--compile'], {
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
  if (!isInstalled()) await install();
  const node = findNode();
  await compileWords(node);
  const program = await programOf(tools[name], node);
  const { code } = await run(node, [...program, ...args], {
    // The channel carries no message: its end tells the tool that we are gone, also when we are killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // The caller's folder: paths among the arguments are meant from there.
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
  // The tests end with a line that counts, also when they could not begin.
  if (tools[process.argv[2]]?.[0] === 'tools/test/main.ts') console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
