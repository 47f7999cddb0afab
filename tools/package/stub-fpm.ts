/**
 * Replaces fpm, which electron-builder would download: copies the given files to their places and runs `dpkg-deb`.
 * Accepts only the options that electron-builder passes for a deb.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const singleOption = { type: 'string' } as const;
const multipleOption = { type: 'string', multiple: true, default: [] as string[] } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    s: { ...singleOption, short: 's' },
    t: { ...singleOption, short: 't' },
    d: { ...multipleOption, short: 'd' },
    force: { type: 'boolean' },
    package: singleOption,
    name: singleOption,
    version: singleOption,
    architecture: singleOption,
    description: singleOption,
    maintainer: singleOption,
    vendor: singleOption,
    url: singleOption,
    category: singleOption,
    license: singleOption,
    'after-install': singleOption,
    'after-remove': singleOption,
    'deb-compression': singleOption,
    'deb-priority': singleOption,
    'deb-recommends': multipleOption,
  },
});
if (values.t !== 'deb') throw new Error(`only deb, not ${values.t ?? 'nothing'}`);

const tree = mkdtempSync(join(tmpdir(), 'overhead-deb-'));
try {
  for (const mapping of positionals) {
    const [from = '', to = ''] = mapping.split('=');
    const target = join(tree, to);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(from, target, { recursive: true });
  }
  const control = join(tree, 'DEBIAN');
  mkdirSync(control);
  const fields: Readonly<Record<string, string | undefined>> = {
    Package: values.name,
    Version: values.version,
    Architecture: values.architecture,
    Maintainer: values.maintainer,
    Section: values.category,
    Priority: values['deb-priority'],
    Homepage: values.url,
    Depends: values.d.join(', '),
    Recommends: values['deb-recommends'].join(', '),
    Description: values.description?.trim(),
  };
  const lines = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  const text = lines.map(([name, value]) => `${name}: ${value ?? ''}\n`).join('');
  writeFileSync(join(control, 'control'), text);
  for (const [name, script] of [
    ['postinst', values['after-install']],
    ['postrm', values['after-remove']],
  ] as const)
    if (script !== undefined) {
      copyFileSync(script, join(control, name));
      execFileSync('chmod', ['755', join(control, name)]);
    }
  const args = ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, values.package ?? ''];
  execFileSync('dpkg-deb', args, { stdio: 'inherit' });
} finally {
  rmSync(tree, { recursive: true, force: true });
}
