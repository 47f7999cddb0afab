import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTemporaryFiles } from './temporary-files.ts';

it('createTemporaryFiles writes into a new folder, which `dispose` removes', async () => {
  const root = mkdtempSync(join(tmpdir(), 'overhead-temporary-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const parent = join(root, 'tmp');
  const files = createTemporaryFiles(parent);
  expect(await files.write('a.html', 'old')).toMatchObject({
    failure: { kind: 'storage', code: 'ENOENT' },
  });
  mkdirSync(parent);
  const written: string[] = [];
  for (const [name, text] of [
    ['a.html', 'old'],
    ['a.html', 'new'],
    ['b.html', 'other'],
  ] as const) {
    const result = await files.write(name, text);
    written.push(result.ok ? result.value : '');
    expect(readFileSync(written.at(-1) ?? '', 'utf8')).toBe(text);
  }
  const [folder = ''] = written.map(dirname);
  expect(written).toEqual(['a.html', 'a.html', 'b.html'].map((name) => join(folder, name)));
  expect(dirname(folder)).toBe(parent);
  expect(await files.write('missing/c.html', '')).toMatchObject({ ok: false });
  await files.dispose();
  expect(readdirSync(parent)).toEqual([]);
  await createTemporaryFiles(parent).dispose();
});
