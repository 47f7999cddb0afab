import { describe, expect, it } from 'vitest';
import type { Overhead } from './compose.ts';
import { createLife, type LifeCycle } from './life.ts';

/** The app with a window that is an address, or null while it is closed. */
function live() {
  const told: string[] = [];
  const defects: unknown[] = [];
  const app = { address: null as string | null, cycle: null as LifeCycle | null };
  const life = createLife({
    compose(cycle) {
      told.push('composed');
      app.cycle = cycle;
      const running: Partial<Overhead> = {
        openWindow(address = 'overhead://app/') {
          app.address = address;
          told.push(`opened at ${address}`);
        },
        windowAddress: () => app.address,
        leave: () => Promise.resolve(),
        dispose() {
          app.address = null;
          told.push('disposed');
          return Promise.resolve();
        },
      };
      return running as Overhead;
    },
    quit: () => told.push('quit'),
    remove: () => told.push('removed'),
    onDefect: (error) => defects.push(error),
  });
  return { life, app, told, defects };
}

describe('createLife', () => {
  it('brings an open window back at the view where it was', async () => {
    const { life, app, told, defects } = live();
    await life.begin(Promise.resolve(), false);
    app.address = 'overhead://app/#settings';
    app.cycle?.restart();
    await life.running();
    const at = 'opened at overhead://app/';
    const expected = ['composed', at, 'disposed', 'composed', `${at}#settings`];
    expect(told).toEqual(expected);
    // Also when the page had no time to come back in between.
    app.cycle?.restart();
    app.cycle?.restart();
    await life.running();
    expect(app.address).toBe('overhead://app/#settings');
    expect(defects).toEqual([]);
  });

  it('opens no window at a restart when there was none', async () => {
    const { life, app, told } = live();
    await life.begin(Promise.resolve(), true);
    app.cycle?.restart();
    await life.running();
    expect(told).toEqual(['composed', 'disposed', 'composed']);
  });

  it('composes nothing any more once it ends, and removes what is kept at the very end', async () => {
    const { life, app, told } = live();
    await life.begin(Promise.resolve(), true);
    app.cycle?.endAndRemove();
    app.cycle?.restart();
    await life.end();
    expect(told).toEqual(['composed', 'quit', 'disposed', 'removed']);
    expect(await life.running()).toBeNull();
  });
});
