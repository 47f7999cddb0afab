import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../setup/paths.ts';
import { runCommandLine } from '../setup/process.ts';
import { makeKeys, privateKeyFrom } from './keys.ts';
import { manifestsIn, signManifest } from './manifests.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-release-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const release = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  runCommandLine(process.execPath, [join(root, 'tools', 'release', 'release.ts'), ...args], {
    cwd: folder,
    env: { ...process.env, OVERHEAD_RELEASE_KEY: '', OVERHEAD_UPDATE_KEYS: '', ...env },
  });

/** Writes a manifest in the format of electron-builder. */
function build(manifest: string, name: string): void {
  writeFileSync(join(folder, name), 'the package');
  const sha512 = createHash('sha512').update('the package').digest('base64');
  writeFileSync(
    join(folder, manifest),
    `version: 1.1.0\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: 11\n    blockMapSize: 7\n` +
      `path: ${name}\nsha512: ${sha512}\nreleaseDate: '2026-11-20T10:00:00.000Z'\n`,
  );
}

test('the commands of release create a key pair, sign a release and verify the signature', async () => {
  const keys = await release(['keys', 'release.pem']);
  expect(keys.code).toBe(0);
  const [, key = ''] = /: ([A-Za-z0-9+/]{43}=)\n/.exec(keys.output) ?? [];
  const pem = readFileSync(join(folder, 'release.pem'), 'utf8');
  expect(keys.output).not.toContain(pem.split('\n')[1]);
  if (process.platform !== 'win32')
    expect(statSync(join(folder, 'release.pem')).mode & 0o777).toBe(0o600);
  // An existing key is not overwritten.
  expect((await release(['keys', 'release.pem'])).code).toBe(1);
  expect(readFileSync(join(folder, 'release.pem'), 'utf8')).toBe(pem);

  build('latest-linux.yml', 'Overhead-1.1.0-x86_64.AppImage');
  build('latest.yml', 'Overhead-1.1.0-x64.exe');
  writeFileSync(join(folder, 'notes.txt'), 'Better.');
  const signed = await release(['sign', '.', '--notes', 'notes.txt'], {
    OVERHEAD_RELEASE_KEY: pem,
  });
  expect(signed.output).toContain('signed latest-linux.yml: 1.1.0, 1 files, until ');
  expect(signed.output).toContain('signed latest.yml');
  // The file is JSON, which is also YAML.
  const text = readFileSync(join(folder, 'latest.yml'), 'utf8');
  expect(parse(text)).toEqual(JSON.parse(text));
  expect(parse(text)).toMatchObject({ version: '1.1.0', releaseNotes: 'Better.' });

  const verify = () => release(['verify', '.', '--public', key]);
  expect(await verify()).toMatchObject({ code: 0 });
  // Signing the manifest again extends its validity.
  await release(['sign', '.', '--key', 'release.pem', '--days', '400']);
  expect(JSON.parse(readFileSync(join(folder, 'latest.yml'), 'utf8'))).toMatchObject({
    releaseNotes: 'Better.',
  });
  expect((await verify()).output).toContain('good latest.yml: 1.1.0');

  appendFileSync(join(folder, 'Overhead-1.1.0-x64.exe'), '!');
  expect(await verify()).toMatchObject({
    code: 1,
    output: expect.stringContaining('Overhead-1.1.0-x64.exe is not the file') as string,
  });
});

test('signManifest refuses an incomplete release', async () => {
  makeKeys(join(folder, 'release.pem'));
  const key = privateKeyFrom(readFileSync(join(folder, 'release.pem'), 'utf8'));
  const signing = { keys: [key], now: Date.now(), days: 1, notes: null };
  const sign = () => signManifest(folder, 'latest.yml', signing);
  expect(() => manifestsIn(folder)).toThrow('there is no latest*.yml');
  build('latest.yml', 'Overhead-1.1.0-x64.exe');
  await expect(sign()).resolves.toMatchObject({ version: '1.1.0' });
  rmSync(join(folder, 'Overhead-1.1.0-x64.exe'));
  await expect(sign()).rejects.toThrow('which is not there');
  build('latest.yml', 'Overhead-1.0.0-x64.exe');
  await expect(sign()).rejects.toThrow('the app would refuse latest.yml');
  expect(() => makeKeys(join(root, 'release.pem'))).toThrow('outside');
  expect(() => privateKeyFrom('secret')).toThrow(/^the private key cannot be read$/);
});

test('release exits with 2 for an unknown command, and with 1 if it must sign without a private key', async () => {
  expect(await release(['toString', '.'])).toMatchObject({ code: 2 });
  const keyless = await release(['sign', '.']);
  expect(keyless).toMatchObject({
    code: 1,
    output: expect.stringContaining('no private key') as string,
  });
});
