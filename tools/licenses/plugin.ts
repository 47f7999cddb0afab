import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../setup/paths.ts';
import { licensesText, packageFolder, readPackage, softwareBill } from './licenses.ts';

const outFolder = join(root, 'out');
const partsFolder = join(outFolder, 'licenses');
const texts = join(root, 'tools', 'licenses', 'texts');
/** The packages that no bundle names and that are always listed: a compiled runtime, and Koffi's module on Windows. */
const alwaysListed = ['@inlang/paraglide-js', `@koromix/koffi-win32-${process.arch}`].map((name) =>
  join(root, 'node_modules', name),
);

const withSlashes = (path: string): string => path.replaceAll('\\', '/');

/**
 * Writes `out/LICENSES.txt` and `out/overhead.cdx.json` (SBOM) from the packages whose modules are in the bundles.
 *
 * @param part the part of the app that is built; each build adds its packages to those of the other parts
 */
export function licensesPlugin(part: 'main' | 'preload' | 'renderer'): Plugin {
  return {
    name: 'licenses',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk' ? chunk.moduleIds : [],
      );
      const folders = modules.flatMap((id) => packageFolder(id) ?? []);
      mkdirSync(partsFolder, { recursive: true });
      // `node_modules` may be a link to a folder outside the project.
      const paths = new Set(folders.map((folder) => withSlashes(relative(root, folder))));
      writeFileSync(join(partsFolder, `${part}.json`), JSON.stringify([...paths].sort()));
      writeAll();
    },
  };
}

function writeAll(): void {
  const parts = readdirSync(partsFolder).map((file) => join(partsFolder, file));
  const paths = parts.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as string[]);
  const folders = paths.map((folder) => withSlashes(join(root, folder)));
  const all = [...new Set([...folders, ...alwaysListed.map(withSlashes)])].filter(existsSync);
  const sortKey = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;
  // Sorted by name: the order of the paths depends on where `node_modules` is.
  const packages = all
    .map((folder) => readPackage(folder, texts))
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
  const version = (...path: string[]): string =>
    (JSON.parse(read(...path, 'package.json')) as { version: string }).version;
  writeFileSync(
    join(outFolder, 'LICENSES.txt'),
    licensesText(read('LICENSE'), read('build', 'data-licenses.txt'), packages),
  );
  const app = { name: 'overhead', version: version() };
  const bill = softwareBill(app, version('node_modules', 'electron'), packages);
  writeFileSync(join(outFolder, 'overhead.cdx.json'), bill);
}
