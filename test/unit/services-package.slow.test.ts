import {
  execFile,
  execFileSync,
  spawn,
  type ChildProcessWithoutNullStreams,
} from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { root } from '#tools/setup/paths.ts';

const run = promisify(execFile);
const source = join(root, 'packages', 'services');
const folder = mkdtempSync(join(tmpdir(), 'overhead-services-'));
/** The unpacked package, in a project that contains only its declared dependencies. */
const unpacked = join(folder, 'node_modules', '@overhead', 'services');

const manifestSchema = z.object({
  name: z.string(),
  license: z.literal('MIT'),
  bin: z.object({ 'overhead-services': z.string() }),
  engines: z.object({ node: z.literal('>=20') }),
  dependencies: z.record(z.string(), z.string()),
});
const read = (name: string): string => readFileSync(join(unpacked, name), 'utf8');
const manifest = () => manifestSchema.parse(JSON.parse(read('package.json')));

/**
 * The command line of a Node without support of TypeScript: a Node 20 of this machine, or else this Node with that
 * support switched off.
 */
function plainNode(): readonly [program: string, ...args: string[]] {
  for (const path of (process.env['PATH'] ?? '').split(delimiter))
    try {
      const node = join(path, 'node');
      const version = execFileSync(node, ['--version'], { encoding: 'utf8' });
      if (version.startsWith('v20.')) return [node];
    } catch {
      // This folder contains no Node.
    }
  return [process.execPath, '--no-strip-types'];
}
const [node, ...nodeArgs] = plainNode();
const nodeVersion = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();

const command = (...args: string[]): string[] => [
  ...nodeArgs,
  join(unpacked, manifest().bin['overhead-services']),
  ...args,
];

const children: ChildProcessWithoutNullStreams[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const urlsSchema = z.object({
  posts_url: z.url(),
  iss_url: z.url(),
  apod_url: z.url(),
  control_url: z.url(),
});

/** Starts the packed program in a folder outside of the checkout. */
async function start(...args: string[]) {
  const child = spawn(node, command(...args), { cwd: folder });
  children.push(child);
  const [line] = (await once(createInterface(child.stdout), 'line')) as unknown[];
  return {
    urls: urlsSchema.parse(JSON.parse(String(line))),
    stop: async (): Promise<unknown> => {
      const exit = once(child, 'exit');
      child.kill();
      return ((await exit) as unknown[])[0];
    },
  };
}

const json = async (url: string): Promise<unknown> => (await fetch(url)).json();

beforeAll(async () => {
  const packing = ['pack', '--offline', '--silent', '--pack-destination', folder];
  const { stdout } = await run('npm', packing, { cwd: source });
  const archive = stdout.trim().split('\n').at(-1) ?? '';
  mkdirSync(unpacked, { recursive: true });
  await run('tar', ['-xzf', join(folder, archive), '-C', unpacked, '--strip-components=1']);
  for (const name of Object.keys(manifest().dependencies)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link, 'dir');
  }
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')(
  `the package of the services on ${nodeVersion}`,
  () => {
    it('contains compiled code, types, fixtures, the license and a README, and no sources', () => {
      const top = readdirSync(unpacked).sort();
      expect(top).toEqual(['LICENSE', 'README.md', 'dist', 'fixtures', 'package.json']);
      const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
      expect(files.filter((name) => /(?<!\.d)\.ts$|\.test\./.test(name))).toEqual([]);
      expect(read('LICENSE')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
      expect(read(manifest().bin['overhead-services'])).toMatch(/^#!\/usr\/bin\/env node\n/);
    });

    it('prints its help, and exits with 2 for a wrong value of a flag', async () => {
      const { stdout } = await run(node, command('--help'));
      expect(stdout).toMatch(/^Usage: overhead-services \[OPTIONS\]/);
      await expect(run(node, command('--posts-port', 'x'))).rejects.toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^--posts-port must be a port/) as unknown,
      });
    });

    it('serves positions, pictures, posts and the page of its API on its ports', async () => {
      const { urls, stop } = await start(
        '--clock',
        '2026-11-20T12:00:00Z',
        '--scenario',
        'picture=image',
      );
      expect(await json(`${urls.iss_url}/iss-now.json`)).toMatchObject({ message: 'success' });
      const day = z
        .object({ date: z.literal('2026-11-20'), url: z.url() })
        .parse(await json(`${urls.apod_url}/planetary/apod?api_key=DEMO_KEY`));
      const picture = await fetch(day.url);
      expect(picture.headers.get('content-type')).toMatch(/^image\//);
      expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(5_000);
      expect((await fetch(`${urls.posts_url}/posts/7`, { method: 'DELETE' })).status).toBe(200);
      expect(await (await fetch(`${urls.control_url}/docs`)).text()).toContain('GET /iss-now.json');
      expect(await stop()).toBe(0);
    });

    it('replays the answers that it recorded', async () => {
      const file = join(folder, 'mine.jsonl');
      const first = await start('--clock', '2026-11-20T12:00:00Z', '--rate', '0', '--record', file);
      const recorded = await json(`${first.urls.iss_url}/iss-now.json`);
      await first.stop();
      const second = await start('--clock', '2027-01-01T00:00:00Z', '--replay', file);
      expect(await json(`${second.urls.iss_url}/iss-now.json`)).toEqual(recorded);
    });

    it('replays what `npm run record` recorded', async () => {
      const file = join(folder, 'recorded.jsonl');
      const first = await start('--clock', '2026-11-20T12:00:00Z', '--rate', '0');
      const recording = [
        'record',
        'position',
        '--base',
        first.urls.iss_url,
        '--out',
        file,
        '--count',
        '1',
      ];
      await run(process.execPath, [join(root, 'tools', 'launch.mjs'), ...recording], { cwd: root });
      const position = await json(`${first.urls.iss_url}/iss-now.json`);
      await first.stop();
      const second = await start('--clock', '2027-01-01T00:00:00Z', '--replay', file);
      expect(await json(`${second.urls.iss_url}/iss-now.json`)).toEqual(position);
    });

    it('replays the recording in its folder `fixtures`', async () => {
      const file = join(unpacked, 'fixtures', 'day.jsonl');
      const { urls } = await start('--clock', '2027-01-01T00:00:00Z', '--replay', file);
      expect(await json(`${urls.iss_url}/iss-now.json`)).toMatchObject({ timestamp: 1795176000 });
      expect(await json(`${urls.apod_url}/planetary/apod?api_key=any`)).toMatchObject({
        date: '2026-11-20',
      });
    });

    it('runs inside another program, with and without sockets', async () => {
      const code = `
      import { startServices } from '@overhead/services';
      import { createServices } from '@overhead/services/in-process';
      const { urls, stop } = await startServices();
      const answer = await fetch(urls.iss_url + '/iss-now.json');
      await stop();
      const { position } = createServices({ clock: { now: 0, rate: 0 } });
      const inProcess = await position.fetch(new Request('http://position.test/iss-now.json'));
      console.log(answer.status, (await inProcess.json()).timestamp);
      process.exit();`;
      writeFileSync(join(folder, 'example.mjs'), code);
      const { stdout } = await run(node, [...nodeArgs, 'example.mjs'], { cwd: folder });
      expect(stdout).toBe('200 0\n');
    });

    it('provides types that accept correct code and reject wrong code', async () => {
      writeFileSync(
        join(folder, 'example.mts'),
        `import { startServices } from '@overhead/services';
       const { urls } = await startServices({ clock: { now: 0 } });
       export const address: string = urls.iss_url;
       // @ts-expect-error: an address is a string
       export const wrong: number = urls.iss_url;
       // @ts-expect-error: there is no such option
       await startServices({ time: 0 });`,
      );
      const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
      const types = ['--target', 'es2022', '--types', 'node', '--typeRoots'];
      const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
      const args = [tsc, ...options, ...types, join(root, 'node_modules', '@types'), 'example.mts'];
      const { stdout } = await run(process.execPath, args, { cwd: folder });
      expect(stdout).toBe('');
    }, 300_000);
  },
);
