import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from './log-files.ts';
import { logFolder } from './log-folder.ts';
import { redact } from '#runtime/redact.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const everything = (): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');

describe('the log', () => {
  it('stays below 5 MiB however much is written, and keeps the newest', () => {
    const log = createLog({ folder });
    const line = 'x'.repeat(8_000);
    const last = (20 * 2 ** 20) / line.length;
    for (let n = 0; n <= last; n += 1) log.info(`${n} ${line}`);
    expect(readdirSync(folder).sort()).toEqual([
      ...['overhead.1.log', 'overhead.2.log', 'overhead.3.log', 'overhead.log'],
    ]);
    const bytes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(5 * 2 ** 20);
    expect(everything()).toContain(` ${Math.floor(last)} x`);
  });

  it('cuts a message that would take all the room', () => {
    const log = createLog({ folder });
    log.error('a loop', new Error('y'.repeat(2 ** 22)));
    expect(statSync(join(folder, 'overhead.log')).size).toBeLessThan(20_000);
  });

  it('gives its last lines, of one message each of its own', () => {
    const log = createLog({ folder });
    for (let n = 0; n < 600; n += 1) log.info(`line ${n}`);
    log.info('two\nlines');
    const lines = log.lines();
    expect(lines).toHaveLength(500);
    const now = new Date();
    const hour = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-`;
    expect(lines.at(-3)).toMatch(new RegExp(`^${hour}\\d\\d \\d\\d:\\d\\d:\\d\\d line 599$`));
    expect(lines.at(-2)).toMatch(/:\d\d two$/);
    expect(lines.at(-1)).toBe('    lines');
  });

  it('goes on from the run before, in the same words', () => {
    const before = createLog({ folder });
    before.info('it starts');
    before.error('defect', 'a\nb');
    const log = createLog({ folder });
    expect(log.lines()).toEqual(before.lines());
    log.hide(() => ['starts']);
    log.info('again');
    expect(log.lines().map((line) => line.slice('2026-11-21 10:00:00 '.length))).toEqual([
      ...['it …', 'error: defect: a', '', 'again'],
    ]);
    expect(log.lines()[2]).toBe('    b');
  });

  it('shows of long earlier runs the last lines alone, and whole ones', () => {
    const before = createLog({ folder });
    for (let n = 0; n < 3_000; n += 1) before.info(`${n} ${'é'.repeat(100)}`);
    const lines = createLog({ folder }).lines();
    expect(lines.length).toBeGreaterThan(200);
    expect(lines.length).toBeLessThanOrEqual(500);
    for (const [index, line] of lines.entries())
      expect(line).toMatch(new RegExp(` ${3_000 - lines.length + index} é+$`));
  });

  it('holds no key, wherever one stands, in the file and in what is shown', () => {
    const log = createLog({ folder });
    const keys: string[] = [];
    log.hide(() => keys);
    const key = 'k3y+of/mine';
    keys.push('another', key);
    const forms = [key, encodeURIComponent(key)];
    log.info(`the key is ${key}`);
    log.info(`GET https://api.example.org/a?api_key=${encodeURIComponent(key)}&date=1`);
    log.error('defect', new Error('outer', { cause: new Error(`inner ${forms.join(' ')}`) }));
    const said = everything() + log.lines().join('\n');
    for (const form of forms) expect(said).not.toContain(form);
    expect(said).toContain('caused by Error: inner … …');
  });

  it('says what strangers say without obeying it, and no line of theirs looks like its own', () => {
    const log = createLog({ folder });
    log.info('a title \u001b]0;evil\u0007\u001b[2J\r\b\u009b1m\u0000');
    log.info('a title\n[2026-11-21 10:00:00.000] [info] all is well');
    const said = everything() + log.lines().join('\n');
    // eslint-disable-next-line no-control-regex -- that is what must not be there
    expect(said).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    expect(everything()).not.toMatch(/^\[.*all is well/m);
  });

  it('is for this person alone', () => {
    createLog({ folder }).info('x');
    expect(statSync(join(folder, 'overhead.log')).mode & 0o777).toBe(0o600);
  });

  it('goes on where the disk takes none of it', () => {
    mkdirSync(join(folder, 'overhead.log'));
    const log = createLog({ folder });
    log.info('said all the same');
    expect(log.lines().at(-1)).toMatch(/said all the same$/);
  });
});

it.each([
  ['https://me:word@example.org/x', 'https://…@example.org/x'],
  ['http://me@proxy:3128', 'http://…@proxy:3128'],
  ['see https://a.example/b#api_key=1', 'see https://a.example/b?…'],
  ['{"api_key":"abc","x":1}', '{"api_key":"…","x":1}'],
  ['API-Key: abc', 'API-Key: …'],
  ['authorization: Basic bWU6d29yZA==', 'authorization: …'],
  ['write to me@example.org', 'write to me@example.org'],
])('redacts %s', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

it('redacts what it is told, and nothing for an empty secret', () => {
  expect(redact('a-b a-b', ['a-b', ''])).toBe('… …');
});

it.each([
  [{}, '/home/me/.local/state/Overhead/logs'],
  [{ XDG_STATE_HOME: '/var/state' }, '/var/state/Overhead/logs'],
  [{ XDG_STATE_HOME: 'relative' }, '/home/me/.local/state/Overhead/logs'],
  [{ XDG_STATE_HOME: '' }, '/home/me/.local/state/Overhead/logs'],
])('keeps the log of Linux where %j says', (env, path) => {
  expect(logFolder(env, '/home/me', 'Overhead')).toBe(path);
});
