import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'overhead-displays-'));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});
const path = (name: string): string => join(folder, name);
const putProgram = (name: string, script: string): void =>
  writeFileSync(path(name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
const area = '_NET_WORKAREA(CARDINAL) = 0, 20, 1280, 700';
const first = 'DP-1 connected primary 1280x720+0+0 (normal)\n';
const second = 'DP-2 connected 800x600+1280+0 (normal)\n';

beforeEach(() => {
  for (const name of ['events', 'reads', 'areas', 'hold']) writeFileSync(path(name), '');
  writeFileSync(path('answer'), first);
  // Each call adds a line to `reads`, and waits while `hold` has content.
  putProgram(
    'xrandr',
    `echo "$*" >> ${path('reads')}; while [ -s ${path('hold')} ]; do sleep 0.01; done; cat ${path('answer')}`,
  );
  putProgram(
    'xprop',
    `[ "$2" = -spy ] || { echo '${area}'; exit; }; echo '${area}'; exec tail -n 0 -f ${path('areas')}`,
  );
  putProgram('xev', `exec tail -n 0 -f ${path('events')}`);
  vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`).stubEnv('STAND_IN_SCALE', '1');
});

const change = (name: 'events' | 'areas', line: string): void =>
  appendFileSync(path(name), `${line}\n`);
const reads = (): number => readFileSync(path('reads'), 'utf8').trim().split('\n').length;

async function start() {
  vi.resetModules();
  const [displays, { default: electron }, { emitReady }] = await Promise.all([
    import('./displays.ts'),
    import('./electron.ts'),
    import('./app.ts'),
  ]);
  emitReady();
  /** The displays at each change. */
  const events: string[] = [];
  electron.screen.on('display-metrics-changed', () =>
    events.push(
      displays
        .displays()
        .map(({ label }) => label)
        .join(' '),
    ),
  );
  return { ...displays, screen: electron.screen, events };
}

it('reads the displays once, and again after each change', async () => {
  const { followDisplays, displaysKnown, displays, events, screen } = await start();
  followDisplays({ DISPLAY: ':1' });
  await displaysKnown;
  expect(displays()).toMatchObject([{ label: 'DP-1', workArea: { y: 20, height: 700 } }]);
  expect(readFileSync(path('reads'), 'utf8')).toBe('--query\n');
  events.length = 0;
  // The program that reports changes may still start.
  writeFileSync(path('answer'), first + second);
  await vi.waitFor(() => {
    change('events', 'RRScreenChangeNotify event');
    expect(events.length).toBeGreaterThan(0);
  });
  await vi.waitUntil(() => screen.getAllDisplays().length === 2);
  expect(events).toEqual(['DP-1 DP-2']);
  expect(screen.getPrimaryDisplay()).toMatchObject({ label: 'DP-1' });

  events.length = 0;
  const readsBefore = reads();
  writeFileSync(path('hold'), 'x');
  change('events', 'RRScreenChangeNotify event 2');
  await vi.waitUntil(() => reads() > readsBefore);
  writeFileSync(path('answer'), second);
  // After a change during a read, another read follows.
  change('events', 'RRScreenChangeNotify event 3');
  writeFileSync(path('hold'), '');
  await vi.waitUntil(() => reads() > readsBefore + 1);
  await vi.waitUntil(() => events.length > 0);
  expect(events).toEqual(['DP-2']);
  const readsAfter = reads();
  await vi.waitFor(() => {
    change('areas', '_NET_WORKAREA(CARDINAL) = 0, 0, 1, 1');
    expect(reads()).toBeGreaterThan(readsAfter);
  });
});

it('has one display without an X server, and where its programs are missing', async () => {
  const none = await start();
  none.followDisplays({});
  await none.displaysKnown;
  expect(none.displays()).toMatchObject([
    { bounds: { x: 0, y: 0, width: 1280, height: 720 }, scaleFactor: 1, id: 1 },
  ]);
  expect(reads()).toBe(1);
  for (const name of ['xrandr', 'xprop', 'xev']) rmSync(path(name));
  const empty = await start();
  empty.followDisplays({ DISPLAY: ':1' });
  await empty.displaysKnown;
  expect(empty.displays()).toEqual(none.displays());
  vi.stubEnv('PATH', '/nonexistent');
  const shellless = await start();
  shellless.followDisplays({ DISPLAY: ':1' });
  await shellless.displaysKnown;
  expect(shellless.displays()).toEqual(none.displays());
});
