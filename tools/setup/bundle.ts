import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { rolldown } from 'rolldown';

const usage = 'Usage: node tools/setup/bundle.ts FROM.ts TO.js';

/**
 * Bundles a program and all its imports into one JavaScript file. The bundle starts in a third of the time of the
 * sources, and needs 50 MB less memory, because Node does not have to strip types or load unused parts of packages.
 */
async function bundleProgram(from: string, to: string): Promise<void> {
  const folder = dirname(to);
  mkdirSync(folder, { recursive: true });
  const built = await rolldown({ input: from, platform: 'node', logLevel: 'warn' });
  // The bundle is renamed when it is complete, so that simultaneous or interrupted builds leave no incomplete file.
  const aside = mkdtempSync(join(folder, 'bundle-'));
  try {
    await built.write({
      dir: aside,
      entryFileNames: basename(to),
      format: 'esm',
      minify: true,
      codeSplitting: false,
    });
    renameSync(join(aside, basename(to)), to);
  } finally {
    rmSync(aside, { recursive: true, force: true });
    await built.close();
  }
}

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  await bundleProgram(from, to);
}
