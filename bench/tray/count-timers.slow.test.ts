import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { countByMaker, parseFiredTimers, timerMakerOf } from './timer-lines.ts';

const stack = (...places: string[]): string =>
  ['Error', '    at setTimeout (node:timers:125:19)', ...places.map((at) => `    at ${at}`)].join(
    '\n',
  );

it.each([
  [
    'the app',
    stack('file:///x/out/main/index.js:1:17164', 'a (file:///x/out/main/chunks/b.js:2:3)'),
    'index.js:1:17164 < chunks/b.js:2:3',
  ],
  ['the app, from a file without an address', stack('/x/out/main/index.js:1:2'), 'index.js:1:2'],
  [
    'the runtime that the app calls',
    stack('a (file:///x/electron/tray.ts:1:1)', 'b (file:///x/out/main/index.js:1:2)'),
    null,
  ],
  ['the runtime', stack('a (file:///x/electron/main.ts:1:1)'), null],
  ['Node', stack(), null],
])(
  'timerMakerOf returns the code of the app that created a timer, or null if other code created it: %s',
  (_whose, text, maker) => {
    expect(timerMakerOf(text)).toBe(maker);
  },
);

it('count-timers.ts prints a line each time that a timer of the app fires, and none for other code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'timers-'));
  try {
    mkdirSync(join(folder, 'out/main'), { recursive: true });
    writeFileSync(
      join(folder, 'out/main/index.js'),
      `let left = 3;
       const each = setInterval(() => --left || clearInterval(each), 1);
       AbortSignal.timeout(1).addEventListener('abort', () => undefined);
       const again = setTimeout(() => runs++ || again.refresh(), 1); let runs = 0;
       clearTimeout(setTimeout(() => undefined, 1));
       setTimeout(() => undefined, 60);`,
    );
    writeFileSync(
      join(folder, 'main.mjs'),
      "await import('./out/main/index.js'); setTimeout(() => undefined, 1);",
    );
    const counter = new URL('count-timers.ts', import.meta.url).href;
    const run = (mark: string) =>
      spawnSync(process.execPath, [`--import=${counter}`, join(folder, 'main.mjs')], {
        encoding: 'utf8',
        env: { ...process.env, BENCH_COUNTED_APP: mark },
      }).stderr;
    const fired = parseFiredTimers(run(folder));
    expect(
      countByMaker(fired).map((line) => /^(\d+) × index\.js:(\d+):/.exec(line)?.slice(1)),
    ).toEqual([
      ['3', '2'],
      ['2', '4'],
      ['1', '3'],
      ['1', '6'],
    ]);
    expect(parseFiredTimers(run('another'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
