import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../setup/paths.ts';

const files = globSync(['.github/workflows/*.yml', '.github/actions/*/action.yml'], { cwd: root });
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

it('this test finds the workflows and the composite action', () => {
  expect(files.map((file) => file.split(/[/\\]/).slice(-2).join('/')).sort()).toEqual([
    'prepare/action.yml',
    'workflows/analysis.yml',
    'workflows/ci.yml',
    'workflows/desktops.yml',
    'workflows/package.yml',
    'workflows/release.yml',
  ]);
});

it.each(files)('%s pins every action of other projects by the SHA of a version', (file) => {
  const used = [...textOf(file).matchAll(/^[\s-]*uses: *(.*)$/gm)].map(([, what = '']) => what);
  expect(used).not.toEqual([]);
  for (const what of used)
    expect(what).toMatch(/^(\.\/\S+|[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/);
});

interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Readonly<
    Record<string, { readonly strategy?: { readonly 'fail-fast'?: boolean } }>
  >;
}
it.each(files.filter((file) => file.includes('workflows')))(
  '%s has only read permission by default, and lets every job of a matrix finish',
  (file) => {
    const { permissions, jobs } = parse(textOf(file)) as Workflow;
    expect(permissions).toEqual({ contents: 'read' });
    for (const { strategy } of Object.values(jobs))
      if (strategy !== undefined) expect(strategy['fail-fast']).toBe(false);
  },
);

it('the workflows install the system packages of the stand-in, and name other packages only for packaging and the headless Wayland compositor', () => {
  const named = files.flatMap((file) =>
    [...textOf(file).matchAll(/apt-get install[^\n]*--no-install-recommends ([^\n]*)/g)].flatMap(
      ([, names = '']) => names.trim().split(/\s+/),
    ),
  );
  expect(named.sort()).toEqual(['flatpak', 'flatpak-builder', 'rpm', 'weston']);
  const prepare = files.find((file) => file.includes('prepare')) ?? '';
  expect(textOf(prepare)).toContain('tools/test/system-packages.ts');
});

it.skipIf(process.platform === 'win32').each([
  ['', 'unset unset false --config build/electron-builder.yml --publish never'],
  [
    'certificate',
    'certificate secret unset --config build/electron-builder.yml --publish never -c.forceCodeSigning=true',
  ],
])(
  'the step Pack signs if there is a certificate, and then a failed signature is an error: %j',
  (link, expected) => {
    const { jobs } = parse(textOf('.github/workflows/package.yml')) as {
      readonly jobs: {
        readonly package: { readonly steps: readonly { readonly name?: string; run?: string }[] };
      };
    };
    const script = jobs.package.steps.find(({ name }) => name === 'Pack')?.run ?? '';
    const names = ['CSC_LINK', 'CSC_KEY_PASSWORD', 'CSC_IDENTITY_AUTO_DISCOVERY'];
    const npx = `npx() { shift; echo "${names.map((name) => `\${${name}-unset}`).join(' ')} $*"; }`;
    const { CSC_IDENTITY_AUTO_DISCOVERY: _unset, ...inherited } = process.env;
    const env = { ...inherited, CSC_LINK: link, CSC_KEY_PASSWORD: 'secret', WIN_CSC_LINK: '' };
    const output = execFileSync('bash', ['-ec', `${npx}\n${script}`], { env, encoding: 'utf8' });
    expect(output.trim()).toBe(expected);
  },
);
