import { createHash } from 'node:crypto';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../setup/paths.ts';
import { runCommandLine } from '../setup/process.ts';

const scratch = mkdtempSync(join(tmpdir(), 'overhead-reproducible-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const hashOf = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex');

/** A script that packs the app with the tools of the copy. It runs with the copy as its working directory. */
const pack = "await (await import('./tools/package/pack.ts')).packWithStub(process.argv[1]);";

/**
 * Builds and packs the app from a copy of the project in a folder of this name. Returns the hashes of the built files
 * and of the packed archive.
 */
async function make(name: string): Promise<{ out: Record<string, string>; archive: string }> {
  const project = join(scratch, name);
  mkdirSync(project);
  const parts = readdirSync(root).filter(
    (one) => !/^(\.|node_modules$|out$|test$|docs$)/.test(one),
  );
  for (const part of parts) cpSync(join(root, part), join(project, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  const tool = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const built = await runCommandLine(process.execPath, [tool, 'build'], { cwd: project });
  expect(built.code, built.output).toBe(0);
  const out = join(project, 'out');
  const files = readdirSync(out, { recursive: true, withFileTypes: true })
    // `out/licenses` passes paths from one build step to the next and is not packed.
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('licenses'))
    .map((entry) => join(entry.parentPath, entry.name));
  const to = join(scratch, `${name}-packed`);
  mkdirSync(to);
  const packed = await runCommandLine(
    process.execPath,
    ['--input-type=module', '--eval', pack, to],
    {
      cwd: project,
    },
  );
  expect(packed.code, packed.output).toBe(0);
  const [archive = ''] = globSync(join(to, 'dist', 'linux*-unpacked', 'resources', 'app.asar'));
  return {
    out: Object.fromEntries(files.map((path) => [relative(out, path), hashOf(path)])),
    archive: hashOf(archive),
  };
}

let first: Awaited<ReturnType<typeof make>>;
let second: Awaited<ReturnType<typeof make>>;
beforeAll(async () => {
  first = await make('one');
  second = await make('another-place');
}, 300_000);

it('the build makes the same files in another folder', () => {
  expect(second.out).toEqual(first.out);
  expect(Object.keys(first.out)).toContain('main/index.js');
});

it('the packing makes an app.asar with the same bytes in another folder', () => {
  expect(second.archive).toBe(first.archive);
});
