import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A package whose code is in the built app. */
interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** The SPDX expression of its package.json. */
  readonly license: string;
  /** The texts of its licence and notices. */
  readonly text: string;
}

const manifestSchema = z.object({
  version: z.string(),
  license: z.string().default('see the text'),
});

/**
 * The folder of the package that contains a module; null for a module of the project.
 *
 * @param id the bundler's name of the module, such as `\0/repository/node_modules/zod/index.js?commonjs-module`
 */
export function packageFolder(id: string): string | null {
  const path = id.replace(/^\0+/, '').replace(/\?.*$/, '').replaceAll('\\', '/');
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? null;
}

const isLicense = (file: string): boolean => /^(licen[cs]e|copying|notice)/i.test(file);

/**
 * Reads the licence and the notices that must accompany the code of a package.
 *
 * @param texts folder with a file `NAME.txt` for each package that is published without its licence; `+` replaces `/`
 * in the name
 * @throws if the package has no text: the text must then be added to `texts`
 */
export function readPackage(folder: string, texts: string): BundledPackage {
  const name = folder.replace(/^.*\/node_modules\//, '');
  const manifest = manifestSchema.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  const own = join(texts, `${name.replace('/', '+')}.txt`);
  const files = existsSync(own)
    ? [own]
    : readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && isLicense(entry.name))
        .map((entry) => join(folder, entry.name))
        .sort();
  if (files.length === 0)
    throw new Error(`${name} comes without the text of its licence: add it as ${own}`);
  const text = files.map((file) => readFileSync(file, 'utf8').trim()).join('\n\n');
  return { name, ...manifest, text: text.replaceAll('\r\n', '\n') };
}

const ruleLine = '-'.repeat(80);

/**
 * The license text that accompanies the app: the license of the app, those of the data, and that of each package.
 *
 * @param own license of the app
 * @param data origins and licenses of data and pictures
 */
export function licensesText(
  own: string,
  data: string,
  packages: readonly BundledPackage[],
): string {
  const parts = packages.map(
    ({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}`,
  );
  return [
    own.trim(),
    data.trim(),
    'Programs of others in this app\n\nElectron and Chromium have texts of their own: LICENSE.electron.txt and LICENSES.chromium.html.',
    ...parts,
    '',
  ].join(`\n\n${ruleLine}\n\n`);
}

/** The bill of materials as CycloneDX 1.6. It has no time and no serial number, so that it is reproducible. */
export function softwareBill(
  app: { readonly name: string; readonly version: string },
  electron: string,
  packages: readonly Pick<BundledPackage, 'name' | 'version' | 'license'>[],
): string {
  const component = (name: string, version: string, license: string) => ({
    type: name === 'electron' ? 'framework' : 'library',
    'bom-ref': `pkg:npm/${name.replace('@', '%40')}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ expression: license }],
  });
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: app.name, version: app.version } },
    components: [
      component('electron', electron, 'MIT'),
      ...packages.map(({ name, version, license }) => component(name, version, license)),
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
