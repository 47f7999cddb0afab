import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root as repository } from './paths.ts';
import { RefusalError, runCommandLine } from './process.ts';

// Of the services, only the sources: to pack them, npm builds them into a folder beside the sources for some seconds.
const folders = ['src', 'packages/services/src', 'resources'];
const files = [
  'package.json',
  'packages/services/package.json',
  'package-lock.json',
  'electron.vite.config.ts',
  'LICENSE',
  'build/data-licenses.txt',
  'tsconfig.base.json',
  'tsconfig.node.json',
  'tsconfig.web.json',
];

/** A hash in hexadecimal over the names and contents of all sources of the built app, without tests. */
export function hashSources(root: string): string {
  const inFolders = folders.flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
          .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
          // The generated files are left out: they come from the catalogs, which are included.
          .filter((file) => !file.includes('generated'))
      : [],
  );
  const hash = createHash('sha256');
  for (const file of [
    ...files.filter((name) => existsSync(join(root, name))),
    ...inFolders,
  ].sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

const stampOf = (root: string): string => join(root, 'out', '.stamp');

/** Whether `out/` was built from the current sources. */
export function isBuilt(root: string = repository): boolean {
  try {
    return readFileSync(stampOf(root), 'utf8') === hashSources(root);
  } catch {
    return false;
  }
}

interface BuildOptions {
  readonly log: (line: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Builds `out/` when it is missing or older than the sources. Returns whether a build was necessary. If the build
 * fails, logs its output and throws a RefusalError.
 */
export async function ensureBuilt({ log, signal }: BuildOptions): Promise<boolean> {
  if (isBuilt()) return false;
  log('Building the app …');
  const stamp = stampOf(repository);
  rmSync(stamp, { force: true });
  // The hash is computed before the build. A file that is saved during the build then makes the stamp stale, and never
  // wrong.
  const hash = hashSources(repository);
  const tool = join(repository, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const { code, output } = await runCommandLine(process.execPath, [tool, 'build'], {
    cwd: repository,
    ...(signal === undefined ? {} : { signal }),
  });
  signal?.throwIfAborted();
  if (code !== 0) {
    log(output.trim());
    throw new RefusalError(`the build failed (exit code ${code})`);
  }
  writeFileSync(stamp, hash);
  return true;
}
