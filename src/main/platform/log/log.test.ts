import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { EOL, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog, describeError, logFolder, redactText } from './log.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const everything = (): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');

describe('createLog', () => {
  const line = 'x'.repeat(8_000);
  const write = (count: number): void => {
    const log = createLog(folder);
    for (let n = 1; n <= count; n += 1) log.info(`${n} ${line}`);
  };

  it('keeps two files below 5 MiB together, with the newest lines', () => {
    write(2_000);
    expect(readdirSync(folder).sort()).toEqual(['overhead.log', 'overhead.old.log']);
    const files = readdirSync(folder).map((name) => statSync(join(folder, name)));
    expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(5 * 2 ** 20);
    if (process.platform !== 'win32')
      expect(files.map(({ mode }) => mode & 0o777)).toEqual([0o600, 0o600]);
    expect(statSync(join(folder, 'overhead.old.log')).size).toBeGreaterThan(2_000_000);
    expect(everything()).toContain(' 2000 x');
  });

  it('keeps the newest lines when the full file cannot be renamed', () => {
    mkdirSync(join(folder, 'overhead.old.log', 'x'), { recursive: true });
    write(300);
    expect(statSync(join(folder, 'overhead.log')).size).toBeLessThan(2 ** 20);
    expect(readFileSync(join(folder, 'overhead.log'), 'utf8')).toContain(' 300 x');
  });

  it('writes the local time with two digits each', () => {
    vi.stubEnv('TZ', 'Asia/Kathmandu');
    vi.useFakeTimers({ now: new Date(2027, 0, 1, 4, 5, 6), toFake: ['Date'] });
    try {
      const log = createLog(folder);
      log.info('early');
      expect(new Date().toISOString()).toBe('2026-12-31T22:20:06.000Z');
      expect(log.lines()).toEqual(['2027-01-01 04:05:06 early']);
    } finally {
      vi.useRealTimers();
      vi.unstubAllEnvs();
    }
  });

  it('cuts a message of more than 16,384 characters off', () => {
    const log = createLog(folder);
    const whole = 'y'.repeat(16_384);
    log.info(`x${whole.slice(1)}`);
    log.info(`x${whole}`);
    log.error('a loop', new Error('y'.repeat(2 ** 22)));
    const [first, second] = log.lines().map((text) => text.slice('2026-11-21 10:00:00 '.length));
    expect(first).toBe(`x${whole.slice(1)}`);
    expect(second).toBe(`x${whole.slice(1)}…`);
    expect(statSync(join(folder, 'overhead.log')).size).toBeLessThan(60_000);
  });

  it('returns the last 500 lines, with further lines of a message indented', () => {
    const log = createLog(folder);
    for (let n = 0; n < 600; n += 1) log.info(`line ${n}`);
    log.info('two\nlines');
    const lines = log.lines();
    expect(lines).toHaveLength(500);
    expect(lines[0]).toMatch(/ line 102$/);
    const now = new Date();
    const month = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-`;
    expect(lines.at(-3)).toMatch(new RegExp(`^${month}\\d\\d \\d\\d:\\d\\d:\\d\\d line 599$`));
    expect(lines.at(-2)).toMatch(/:\d\d two$/);
    expect(lines.at(-1)).toBe('    lines');
  });

  it('returns the lines of the previous run first, and also redacts secrets in these lines', () => {
    const before = createLog(folder);
    before.info('it starts');
    before.error('defect', 'a\nb');
    const log = createLog(folder);
    expect(log.lines()).toEqual(before.lines());
    log.hide(() => ['starts']);
    log.info('again');
    expect(log.lines().map((line) => line.slice('2026-11-21 10:00:00 '.length))).toEqual([
      ...['it …', 'error: defect: a', '', 'again'],
    ]);
    expect(log.lines()[2]).toBe('    b');
  });

  it('reads only whole lines from a long file of the previous run', () => {
    const before = createLog(folder);
    for (let n = 0; n < 3_000; n += 1) before.info(`${n} ${'é'.repeat(100)}`);
    const lines = createLog(folder).lines();
    // Each line has about 226 bytes: 64 KiB are 290 lines.
    expect(lines.length).toBeGreaterThan(280);
    expect(lines.length).toBeLessThan(300);
    for (const [index, line] of lines.entries())
      expect(line).toMatch(new RegExp(`^2.* ${3_000 - lines.length + index} é+$`));
  });

  const at = '2026-11-20 10:00:00';
  const many = Array.from({ length: 501 }, (_, n) => `${at} ${n}`);
  it.each([
    [
      'the rest of a line',
      [`rest ${at} of it`, `${at} whole`, '    more'],
      [`${at} whole`, '    more'],
    ],
    ['no whole line', ['rest of it', 'more'], []],
    ['more than 500 lines', many, many.slice(1)],
  ])('returns from a file of the previous run with %s', (_what, file, lines) => {
    writeFileSync(join(folder, 'overhead.log'), `${file.join('\n')}\n`);
    expect(createLog(folder).lines()).toEqual(lines);
  });

  it('writes no API key to the file, and returns no line with an API key', () => {
    const log = createLog(folder);
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

  it('replaces control characters, so that no message can forge a line', () => {
    const log = createLog(folder);
    log.info('a title \u001b]0;evil\u0007\u001b[2J\r\b\u009b1m\u0000');
    log.info('a title\n2026-11-21 10:00:00 all is well');
    expect(log.lines()[0]).toMatch(/ a title �{3}$/);
    const said = everything().replaceAll(EOL, '\n') + log.lines().join('\n');
    // oxlint-disable-next-line no-control-regex -- the point of the test
    expect(said).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    expect(said).not.toMatch(/^\d.*all is well/m);
  });

  it('removes the colour codes of a terminal', () => {
    const log = createLog(folder);
    log.info('the services: \u001b[32mready\u001b[39m');
    expect(log.lines().at(-1)).toMatch(/the services: ready$/);
  });

  it.skipIf(process.platform === 'win32')('writes the file with mode 600', () => {
    createLog(folder).info('x');
    expect(statSync(join(folder, 'overhead.log')).mode & 0o777).toBe(0o600);
  });

  it('keeps the lines in memory when the file cannot be written', () => {
    mkdirSync(join(folder, 'overhead.log'));
    const log = createLog(folder);
    log.info('in memory');
    expect(log.lines().at(-1)).toMatch(/in memory$/);
  });
});

it.each([
  ['https://me:word@example.org/x', 'https://…@example.org/x'],
  ['http://me@proxy:3128', 'http://…@proxy:3128'],
  ['see https://a.example/b#api_key=1', 'see https://a.example/b?…'],
  ['{"api_key":"abc","x":1}', '{"api_key":"…","x":1}'],
  ['API-Key: abc', 'API-Key: …'],
  ['authorization: Basic bWU6d29yZA==', 'authorization: …'],
  ['x-api-key: Bearer   abc', 'x-api-key: …'],
  ['HTTPS://me@example.org/x?k=1', 'HTTPS://…@example.org/x?…'],
  ['s3://me@a x+3b://me@a', 's3://…@a x+3b://…@a'],
  ['write to me@example.org', 'write to me@example.org'],
  ['no address at all?', 'no address at all?'],
  ['GET http://a/?k=1&x=2 and https://b/x?k=2', 'GET http://a/?… and https://b/x?…'],
])('redactText for %j returns %j', (text, redacted) => {
  expect(redactText(text)).toBe(redacted);
});

it('describeError returns the error with all its causes', () => {
  const cause = new TypeError('inner', { cause: 'a word' });
  expect(describeError(new Error('outer', { cause }))).toMatch(
    /^Error: outer\n[^]+caused by TypeError: inner\n[^]+caused by a word$/,
  );
  expect(describeError(new Error('alone'))).not.toContain('caused by');
  expect(describeError(undefined)).toBe('undefined');
});

it('redactText replaces given secrets, and ignores an empty one', () => {
  expect(redactText('a-b a-b', ['a-b', ''])).toBe('… …');
});

it.skipIf(process.platform === 'win32').each([
  [{}, '/home/me/.local/state/Overhead/logs'],
  [{ XDG_STATE_HOME: '/var/state' }, '/var/state/Overhead/logs'],
  [{ XDG_STATE_HOME: 'relative' }, '/home/me/.local/state/Overhead/logs'],
  [{ XDG_STATE_HOME: '' }, '/home/me/.local/state/Overhead/logs'],
])('logFolder for the environment %j on Linux returns %j', (env, path) => {
  expect(logFolder(env, '/home/me', 'Overhead')).toBe(path);
});
