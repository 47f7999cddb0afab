import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Overhead } from './compose.ts';
import type { AppControl } from './core-services.ts';
import { createLifecycle } from './lifecycle.ts';

const shown = (): boolean => false;
const hidden = (): boolean => true;

/** An app whose open window is represented by its address; null while the window is closed. */
function live() {
  const told: string[] = [];
  const lost: unknown[] = [];
  const app = {
    address: null as string | null,
    cycle: null as AppControl | null,
    now: 0,
    /** The error that composing throws. */
    refusal: null as Error | null,
    disposing: Promise.resolve(),
    installing: Promise.resolve(),
    /** Whether there are posts that could not be saved. */
    holds: false,
  };
  const life = createLifecycle({
    compose(cycle) {
      if (app.refusal !== null) return Promise.reject(app.refusal);
      told.push('composed');
      app.cycle = cycle;
      const running: Partial<Overhead> = {
        openWindow(address = 'overhead://app/') {
          app.address = address;
          told.push(`opened at ${address}`);
        },
        windowAddress: () => app.address,
        wouldForget: () => app.holds,
        save: () => told.push('saved'),
        leave: () => Promise.resolve(told.push('left')).then(() => undefined),
        dispose() {
          app.address = null;
          told.push('disposed');
          return app.disposing;
        },
        async atEnd() {
          await app.installing;
          told.push('installed');
        },
      };
      return Promise.resolve(running as Overhead);
    },
    quit: () => told.push('quit'),
    remove: () => told.push('removed'),
    giveUp: (error) => lost.push(error),
    now: () => app.now,
  });
  return { life, app, told, lost };
}

describe('createLifecycle', () => {
  it('does not restart while there are unsaved posts', async () => {
    const { life, app, told } = live();
    await life.begin(Promise.resolve(), hidden);
    const before = await life.running();
    app.holds = true;
    app.cycle?.restart();
    life.recover();
    expect(await life.running()).toBe(before);
    expect(told).toEqual(['composed']);
    app.holds = false;
    app.cycle?.restart();
    await life.running();
    expect(told).toEqual(['composed', 'disposed', 'composed']);
  });

  it('opens the window again after a restart, with the same view', async () => {
    const { life, app, told, lost } = live();
    await life.begin(Promise.resolve(), shown);
    app.address = 'overhead://app/#settings';
    app.cycle?.restart();
    await life.running();
    const at = 'opened at overhead://app/';
    const expected = ['composed', at, 'disposed', 'composed', `${at}#settings`];
    expect(told).toEqual(expected);
    // The result is the same when the page had no time to load between two restarts.
    app.cycle?.restart();
    app.cycle?.restart();
    await life.running();
    expect(app.address).toBe('overhead://app/#settings');
    expect(lost).toEqual([]);
  });

  it('opens no window after a restart if no window was open', async () => {
    const { life, app, told } = live();
    await life.begin(Promise.resolve(), hidden);
    app.cycle?.restart();
    await life.running();
    expect(told).toEqual(['composed', 'disposed', 'composed']);
  });

  it('does not call `compose` after the end, and removes the user’s data last', async () => {
    const { life, app, told } = live();
    await life.begin(Promise.resolve(), hidden);
    app.cycle?.endAndRemove();
    app.cycle?.restart();
    await life.end();
    expect(told).toEqual(['composed', 'quit', 'disposed', 'removed']);
    expect(await life.running()).toBeNull();
  });

  it('saves immediately when the session ends, and saves nothing after the lifecycle has ended', async () => {
    const { life, told } = live();
    life.save();
    await life.begin(Promise.resolve(), hidden);
    life.save();
    expect(told).toEqual(['composed', 'saved']);
    await life.end();
    told.length = 0;
    life.save();
    expect(told).toEqual([]);
  });

  it('installs an update at the end of the process, not at a restart', async () => {
    const { life, app, told } = live();
    await life.begin(Promise.resolve(), hidden);
    app.cycle?.restart();
    await life.running();
    expect(told).not.toContain('installed');
    await life.end();
    expect(told.slice(-2)).toEqual(['disposed', 'installed']);
    expect(told.filter((what) => what === 'installed')).toHaveLength(1);
  });

  it('determines whether to start without a window only after `ready`, when the system can answer', async () => {
    const { life, told } = live();
    const ready = Promise.withResolvers<null>();
    let wasOpenedAtLogin = false;
    const begun = life.begin(ready.promise, () => wasOpenedAtLogin);
    wasOpenedAtLogin = true;
    ready.resolve(null);
    await begun;
    expect(told).toEqual(['composed']);
  });
});

describe('createLifecycle, when a start or a restart may fail', () => {
  it.each(['at the start', 'at a restart'])(
    'calls `giveUp` only once if `compose` fails, %s',
    async (when) => {
      const { life, app, lost } = live();
      const refusal = new Error('no database');
      if (when === 'at the start') app.refusal = refusal;
      await life.begin(Promise.resolve(), shown);
      app.refusal = refusal;
      app.cycle?.restart();
      app.cycle?.restart();
      await life.running().catch(() => undefined);
      await vi.waitUntil(() => lost.length > 0);
      expect(lost).toEqual([refusal]);
      await life.end();
      expect(lost).toHaveLength(1);
    },
  );

  describe('when the disk refused a call', () => {
    afterEach(() => void vi.useRealTimers());
    const refused = () => Object.assign(new Error('EIO'), { errno: -5, code: 'EIO' });

    it.each(['at the start', 'at a restart'])('calls `compose` again, %s', async (when) => {
      vi.useFakeTimers();
      const { life, app, told, lost } = live();
      if (when === 'at a restart') await life.begin(Promise.resolve(), hidden);
      app.refusal = refused();
      if (when === 'at a restart') app.cycle?.restart();
      else void life.begin(Promise.resolve(), hidden);
      await vi.advanceTimersByTimeAsync(400);
      const before = told.filter((line) => line === 'composed').length;
      app.refusal = null;
      await vi.advanceTimersByTimeAsync(200);
      expect(told.filter((line) => line === 'composed')).toHaveLength(before + 1);
      expect(lost).toEqual([]);
    });

    it('calls `giveUp` after the third failed call of `compose`', async () => {
      vi.useFakeTimers();
      const { life, app, lost } = live();
      app.refusal = refused();
      void life.begin(Promise.resolve(), hidden);
      await vi.advanceTimersByTimeAsync(2_400);
      expect(lost).toEqual([]);
      await vi.advanceTimersByTimeAsync(200);
      expect(lost).toEqual([app.refusal]);
    });

    it.each([100, 1_000])(
      'does not call `compose` again when the lifecycle ends during a wait, after %d ms',
      async (ms) => {
        vi.useFakeTimers();
        const { life, app, told, lost } = live();
        app.refusal = refused();
        void life.begin(Promise.resolve(), hidden);
        await vi.advanceTimersByTimeAsync(ms);
        app.refusal = null;
        void life.end();
        await vi.advanceTimersByTimeAsync(5_000);
        expect(told).toEqual([]);
        expect(lost).toEqual([]);
        expect(await life.running()).toBeNull();
      },
    );

    it('calls `giveUp` at once after a defect', async () => {
      vi.useFakeTimers();
      const { life, app, lost } = live();
      app.refusal = new Error('a defect');
      void life.begin(Promise.resolve(), hidden);
      await vi.advanceTimersByTimeAsync(0);
      expect(lost).toEqual([app.refusal]);
    });
  });

  describe('when the last run must stop before a restart', () => {
    afterEach(() => void vi.useRealTimers());

    it('calls `giveUp` if the last run has not stopped after 30 s', async () => {
      vi.useFakeTimers();
      const { life, app, lost } = live();
      await life.begin(Promise.resolve(), hidden);
      app.disposing = new Promise(() => undefined);
      app.cycle?.restart();
      await vi.advanceTimersByTimeAsync(29_000);
      expect(lost).toEqual([]);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(lost).toHaveLength(1);
    });

    it('does not call `giveUp` if the last run stops in time', async () => {
      vi.useFakeTimers();
      const { life, app, lost } = live();
      await life.begin(Promise.resolve(), hidden);
      app.cycle?.restart();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(lost).toEqual([]);
    });
  });
});

describe('createLifecycle, after an uncaught error or at the end', () => {
  it('restarts only once when further errors are thrown before the restart has ended', async () => {
    const { life, app, told } = live();
    await life.begin(Promise.resolve(), shown);
    app.address = 'overhead://app/#archive';
    expect([life.recover(), life.recover(), life.recover()]).toEqual([true, false, false]);
    await life.running();
    expect(told.filter((what) => what === 'composed')).toHaveLength(2);
    expect(app.address).toBe('overhead://app/#archive');
  });

  it('does not restart after the fourth error within ten minutes, nor after any later error', async () => {
    const { life, app, told } = live();
    const minute = 60_000;
    await life.begin(Promise.resolve(), hidden);
    const recover = async (): Promise<boolean> => {
      const does = life.recover();
      await life.running();
      await Promise.resolve();
      return does;
    };
    const asked: boolean[] = [];
    // Errors that are an hour apart do not reach the limit.
    for (const at of [0, 60, 120, 180, 181, 182, 183, 300, 1000]) {
      app.now = at * minute;
      asked.push(await recover());
    }
    expect(asked).toEqual([true, true, true, true, true, true, false, false, false]);
    expect(told.filter((what) => what === 'composed')).toHaveLength(7);
  });

  it('does not end before the update is installed', async () => {
    const { life, app, told } = live();
    await life.begin(Promise.resolve(), hidden);
    const installing = Promise.withResolvers<undefined>();
    app.installing = installing.promise.then(() => undefined);
    const ended = life.end().then(() => told.push('ended'));
    await vi.waitUntil(() => told.includes('disposed'));
    installing.resolve(undefined);
    await ended;
    expect(told).toEqual(['composed', 'saved', 'left', 'disposed', 'installed', 'ended']);
  });

  it('does not restart while the app ends', async () => {
    const { life, told } = live();
    await life.begin(Promise.resolve(), hidden);
    const end = life.end();
    expect(life.recover()).toBe(false);
    await end;
    // The data are saved first, because the other steps may take longer than the system allows.
    expect(told).toEqual(['composed', 'saved', 'left', 'disposed', 'installed']);
  });
});
