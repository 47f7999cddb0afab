import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

it('reports each call on an open file once, also if the handler calls the disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-calls-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  // In another process, because the module replaces functions of Node.
  const script = `
    import fs from 'node:fs';
    import { watchCalls } from './calls.ts';
    const names = [];
    watchCalls(process.argv[1], ({ name }) => (names.push(name), null), (path) => {
      names.push('written');
      fs.utimesSync(path, 0, 0);
    });
    const file = fs.openSync(process.argv[1] + '/a', 'w');
    fs.writeSync(file, 'text');
    fs.closeSync(file);
    console.log(names.join(' '));`;
  const names = execFileSync(process.execPath, ['--input-type=module', '-e', script, folder], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  expect(names.trim()).toBe('open written write written close written');
});
