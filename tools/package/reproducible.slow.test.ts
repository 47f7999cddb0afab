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

/** A script that packs the app, without packages, with the tools of a project, which is its working directory. */
const packScript =
  "await (await import('./tools/package/pack.ts')).packWithStub(process.argv[1], []);";

/** Builds the app in a copy of the project. Returns the folder of the copy. */
async function buildCopy(): Promise<string> {
  const project = join(scratch, 'another-place');
  mkdirSync(project);
  const parts = readdirSync(root).filter(
    (one) => !/^(\.|node_modules$|out$|test$|docs$)/.test(one),
  );
  for (const part of parts) cpSync(join(root, part), join(project, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  const tool = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const built = await runCommandLine(process.execPath, [tool, 'build'], { cwd: project });
  expect(built.code, built.output).toBe(0);
  return project;
}

/** Packs the built app of a project. Returns the hashes of the built files and of the packed archive. */
async function pack(
  project: string,
  to: string,
): Promise<{ out: Record<string, string>; archive: string }> {
  const out = join(project, 'out');
  const files = readdirSync(out, { recursive: true, withFileTypes: true })
    // Not packed: `out/licenses` passes paths from one build step to the next, and `.stamp` tells whether the build is new.
    .filter(
      (entry) =>
        entry.isFile() && !entry.parentPath.endsWith('licenses') && entry.name !== '.stamp',
    )
    .map((entry) => join(entry.parentPath, entry.name));
  mkdirSync(to);
  const packed = await runCommandLine(
    process.execPath,
    ['--input-type=module', '--eval', packScript, to],
    { cwd: project },
  );
  expect(packed.code, packed.output).toBe(0);
  const [archive = ''] = globSync(join(to, 'dist', 'linux*-unpacked', 'resources', 'app.asar'));
  return {
    out: Object.fromEntries(files.map((path) => [relative(out, path), hashOf(path)])),
    archive: hashOf(archive),
  };
}

let first: Awaited<ReturnType<typeof pack>>;
let second: Awaited<ReturnType<typeof pack>>;
beforeAll(async () => {
  // The app of this folder is built before all slow tests.
  first = await pack(root, join(scratch, 'packed'));
  second = await pack(await buildCopy(), join(scratch, 'packed-copy'));
}, 300_000);

it('the build makes the same files in another folder', () => {
  expect(second.out).toEqual(first.out);
  expect(Object.keys(first.out)).toContain('main/index.js');
});

it('the packing makes an app.asar with the same bytes in another folder', () => {
  expect(second.archive).toBe(first.archive);
});
