import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeClock } from '#test/support/fake-clock.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import { noUpdateMemory, type UpdateMemory, type UpdateTrouble } from '#shared/updates/update.ts';
import type { UpdateInstaller } from './ports.ts';
import { startUpdates, type Updates } from './updates.ts';

const hour = 3600_000;
const offline = fail({ kind: 'offline', reason: 'dns' });

let clock: FakeClock;
let memory: UpdateMemory;
/** When the feed was asked, in hours since the start. */
let asked: number[];
let answer: () => Promise<Result<{ bytes: Uint8Array; signature: string | null }>>;
let updates: Updates;
let installer: UpdateInstaller;
let quits: number;
const defects: unknown[] = [];

beforeEach(() => {
  clock = new FakeClock();
  memory = noUpdateMemory;
  asked = [];
  defects.length = 0;
  answer = () => Promise.resolve(offline);
  quits = 0;
  installer = {
    worksOnQuit: true,
    download: () => Promise.reject(new Error('not asked for')),
    install: () => ok(null),
  };
});
afterEach(() => updates.dispose());

const signed = (version = '1.0.0') => {
  const now = clock.now();
  const iso = (at: number): string => new Date(at).toISOString();
  const text = JSON.stringify({
    version,
    files: [{ url: `Overhead-${version}-x64.exe`, sha512: `${'A'.repeat(86)}==`, size: 1 }],
    ...{ releaseDate: iso(now), signedAt: iso(now), expires: iso(now + 100 * 24 * hour) },
  });
  return Promise.resolve(ok({ bytes: Buffer.from(text), signature: 'good' }));
};

function start(random = 0.5, automatic = true): void {
  const begun = clock.monotonic();
  updates = startUpdates({
    clock,
    random: () => random,
    automatic: () => automatic,
    feed: {
      manifest() {
        asked.push((clock.monotonic() - begun) / hour);
        return answer();
      },
      file: () => Promise.resolve(offline),
    },
    isSigned: (_name, _bytes, signature) => signature === 'good',
    installation: { kind: 'nsis', arch: 'x64' },
    version: '1.0.0',
    installer,
    notebook: {
      read: () => memory,
      write: (next) => {
        memory = next;
      },
    },
    onState: () => undefined,
    quit: () => (quits += 1),
    onDefect: (error) => defects.push(error),
  });
}

describe('the times of looking', () => {
  test('only when asked, where the person wants it so', async () => {
    answer = () => signed();
    start(0.5, false);
    await clock.advance(72 * hour);
    expect(asked).toEqual([]);
    updates.check();
    await clock.advance(5_000);
    expect(updates.state).toMatchObject({ status: 'idle' });
    expect(asked).toHaveLength(1);
  });

  test.each([0, 0.5, 0.999])(
    'once a day, with jitter, after the start is over (%s)',
    async (random) => {
      answer = () => signed();
      start(random);
      await clock.advance(30 * 24 * hour);
      expect(asked[0]).toBeGreaterThanOrEqual(60 / 3600);
      expect(asked[0]).toBeLessThan(121 / 3600);
      expect(asked.length).toBeGreaterThanOrEqual(27);
      expect(asked.length).toBeLessThanOrEqual(33);
      for (const [index, at] of asked.slice(1).entries()) {
        const gap = Math.round((at - (asked[index] ?? 0)) * 100) / 100;
        expect(gap).toBeGreaterThanOrEqual(22);
        expect(gap).toBeLessThanOrEqual(26);
      }
    },
  );

  test('a restart does not begin a new day', async () => {
    answer = () => signed();
    start();
    await clock.advance(hour);
    await updates.dispose();
    start();
    await clock.advance(20 * hour);
    expect(asked).toHaveLength(1);
    expect(updates.state).toMatchObject({ status: 'idle', checkedAt: memory.checkedAt });
    await clock.advance(10 * hour);
    expect(asked).toHaveLength(2);
  });

  test('a clock that was set far ahead and back again does not end the looking', async () => {
    memory = { ...noUpdateMemory, askedAt: clock.now() + 400 * 24 * hour };
    start();
    await clock.advance(hour / 2);
    expect(asked).toHaveLength(1);
  });

  test('by hand it looks at once, even right after the start, and not twice for two clicks', async () => {
    start();
    updates.check();
    updates.check();
    await clock.advance(4_000);
    expect(asked).toEqual([0]);
  });

  test('after a failure it waits longer each time, and never longer than a day', async () => {
    start();
    await clock.advance(30 * 24 * hour);
    const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    expect(gaps.slice(0, 3).map((gap) => Math.round(gap * 100) / 100)).toEqual([0.75, 1.5, 3]);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(24.1);
  });

  test('a defect is told, and is a failure like others', async () => {
    answer = () => Promise.reject(new Error('broken'));
    start();
    await clock.advance(hour / 2);
    expect(defects).toHaveLength(1);
    expect(updates.state.status).toBe('failed');
  });
});

describe('an update that the system takes over', () => {
  let refusal: PromiseWithResolvers<UpdateTrouble>;
  let handed: number;
  const trouble: UpdateTrouble = { kind: 'install', detail: 'the system refused it' };

  async function begin(): Promise<void> {
    handed = 0;
    installer = {
      worksOnQuit: false,
      download: () => Promise.resolve(ok(null)),
      install() {
        handed += 1;
        refusal = Promise.withResolvers();
        return ok(refusal.promise);
      },
    };
    answer = () => signed('1.1.0');
    start();
    updates.check();
    await clock.advance(5_000);
    await updates.download();
    updates.installNow();
  }

  test('does not end the app: that is what the system does when it has it', async () => {
    await begin();
    expect([handed, quits]).toEqual([1, 0]);
    updates.installNow();
    expect([handed, quits]).toEqual([1, 0]);
    expect(updates.state.status).toBe('ready');
  });

  test('and then refuses is told, and can be tried again', async () => {
    await begin();
    refusal.resolve(trouble);
    await clock.advance(0);
    expect(updates.state).toMatchObject({ status: 'failed', trouble });
    await updates.download();
    updates.installNow();
    expect([handed, quits]).toEqual([2, 0]);
  });

  test('and refuses when the updates are over is nobody’s any more', async () => {
    await begin();
    await updates.dispose();
    refusal.resolve(trouble);
    await clock.advance(0);
    expect(updates.state.status).toBe('ready');
  });
});
