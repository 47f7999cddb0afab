import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leftDisplay, rightDisplay } from '#test/support/backends.ts';
import { sampleBackend, wallpaperRig } from '#test/support/wallpaper-rig.ts';
import { ok } from '#shared/failure.ts';
import { programCommand, type Backend, type LockScreen } from '../desktops/backend.ts';
import { emptyRecord } from './desktop-store.ts';
import type { SetterOptions } from './setter.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead lock #1 '));
});
afterEach(() => rmSync(folder, { recursive: true }));

const { signal } = new AbortController();

/** A lock screen that stores its picture in the setting `lock` of the fake desktop. */
const sampleLock: LockScreen = {
  name: 'sample',
  survey: [programCommand('ask', 'lock?')],
  held: ([answer = '']) => {
    const { lock } = JSON.parse(answer) as Record<string, string>;
    return new Map(lock === undefined ? [] : [['lock', lock]]);
  },
  settings: (_answers, path) => [{ key: 'lock', value: path }],
  write: (key, value) => programCommand('tell', key, ...(value === null ? [] : [value])),
};

/** A wallpaper backend that does not report the settings of the lock screen. */
const backend: Backend = {
  ...sampleBackend,
  held: (answers) =>
    new Map([...(sampleBackend.held(answers) ?? [])].filter(([key]) => key !== 'lock')),
};

function desktop(held: Record<string, string>, options: Partial<SetterOptions> = {}) {
  const outcomes: string[] = [];
  const rig = wallpaperRig(folder, held, {
    backends: [backend],
    lockScreen: () => Promise.resolve(sampleLock),
    onLockScreen: (failure, detail) => outcomes.push(failure === null ? 'ok' : detail),
    ...options,
  });
  const want = (lockScreen: boolean): Promise<void> => {
    rig.state.settings = { ...rig.state.settings, lockScreen };
    return rig.made.followLockScreen(signal);
  };
  return { ...rig, outcomes, want };
}

describe('the lock screen', () => {
  it('is not changed while the setting is off', async () => {
    const { set, restore, calls, state } = desktop({ image: '/mine.jpg', lock: '/own.jpg' });
    await set();
    await restore();
    expect(state.held['lock']).toBe('/own.jpg');
    expect(calls.filter((call) => call.includes('lock'))).toEqual([]);
  });

  it('shows the picture as soon as the setting is on, and each later picture', async () => {
    const { set, want, state, outcomes } = desktop({ image: '/mine.jpg', lock: '/own.jpg' });
    await set();
    await want(true);
    expect(state.held['lock']).toBe(state.held['image']);
    const before = state.held['lock'];
    await set();
    expect(state.held['lock']).toBe(state.held['image']);
    expect(state.held['lock']).not.toBe(before);
    expect(outcomes).toEqual(['ok', 'ok']);
  });

  it('needs one command to read, one to set and one to read back', async () => {
    const { set, want, calls } = desktop({ lock: '/own.jpg' });
    await want(true);
    await set();
    const own = calls.filter((call) => call.includes('lock'));
    expect(own.map((call) => call.split(' ').slice(0, 2).join(' '))).toEqual([
      'ask lock?',
      'tell lock',
      'ask lock?',
    ]);
    calls.splice(0);
    // The setting is unchanged.
    await want(true);
    expect(calls).toEqual([]);
  });

  it.each(['the setting is off', 'the wallpaper is restored'])(
    'shows its earlier picture again when %s, also after a restart',
    async (what) => {
      const first = desktop({ image: '/mine.jpg', lock: '/own.jpg' });
      await first.want(true);
      await first.set();
      await first.set();
      const second = desktop(first.state.held);
      if (what === 'the setting is off') await second.want(false);
      else expect(await second.restore()).toEqual(ok({ verified: true }));
      expect(second.state.held['lock']).toBe('/own.jpg');
      expect(second.outcomes).toEqual(['ok']);
    },
  );

  it('keeps the user’s picture after a restore, also after a restart', async () => {
    const first = desktop({ image: '/mine.jpg', lock: '/own.jpg' });
    await first.want(true);
    await first.set();
    await first.restore();
    await first.want(true);
    expect(first.state.held['lock']).toBe('/own.jpg');
    const second = desktop(first.state.held);
    await second.want(true);
    expect(second.state.held['lock']).toBe('/own.jpg');
    await second.set();
    expect(second.state.held['lock']).toBe(second.state.held['image']);
  });

  it('has no setting after the restore if there was none before', async () => {
    const { set, want, state } = desktop({});
    await want(true);
    await set();
    await want(false);
    expect(Object.keys(state.held)).not.toContain('lock');
  });

  it('keeps a picture that the user chose, and later restores this picture instead of the original', async () => {
    const { set, want, state } = desktop({ lock: '/own.jpg' });
    await want(true);
    await set();
    state.held = { ...state.held, lock: '/newer.jpg' };
    await want(true);
    expect(state.held['lock']).toBe('/newer.jpg');
    await set();
    await want(false);
    expect(state.held['lock']).toBe('/newer.jpg');
    await want(true);
    state.held = { ...state.held, lock: '/newest.jpg' };
    await want(false);
    expect(state.held['lock']).toBe('/newest.jpg');
  });

  it('is restored even if the user has replaced the wallpaper', async () => {
    const { set, want, restore, state } = desktop({ image: '/mine.jpg', lock: '/own.jpg' });
    await want(true);
    await set();
    state.held = { ...state.held, image: '/newer.jpg' };
    expect(await restore()).toEqual(ok(null));
    expect(state.held).toMatchObject({ image: '/newer.jpg', lock: '/own.jpg' });
  });

  it('does not affect the check of the wallpaper', async () => {
    const { set, want, check, state } = desktop({ image: '/mine.jpg', lock: '/own.jpg' });
    await want(true);
    await set();
    state.held = { ...state.held, lock: '/newer.jpg' };
    expect(await check()).toBe('shown');
    state.held = { ...state.held, lock: state.held['image'] ?? '', image: '/newer.jpg' };
    expect(await check()).toBe('replaced');
  });

  it('shows the primary display’s picture, and keeps it while only another display changes', async () => {
    const { set, want, state } = desktop({});
    state.displays = [leftDisplay, rightDisplay];
    await want(true);
    await set();
    const shown = state.held['lock'];
    expect(shown).toBe(state.held['image']);
    expect(shown).not.toBe(state.held['image 2']);
    await set({ displays: [rightDisplay.id] });
    expect(state.held['lock']).toBe(shown);
    // The picture is the same after the setting was off and on again.
    await want(false);
    await want(true);
    expect(state.held['lock']).toBe(shown);
  });

  it('shows the whole picture if the wallpaper spans the displays', async () => {
    const { set, want, state } = desktop(
      {},
      { backends: [{ ...backend, reach: 'spanning', canChoose: false }] },
    );
    await want(true);
    await set();
    expect(state.held['lock']).toBe(state.held['image']);
    state.displays = [leftDisplay, rightDisplay];
    await set();
    expect(state.held['lock']).toBe(join(folder, 'source.jpg'));
  });

  it.each<[string, Partial<SetterOptions>, string]>([
    ['refuses the picture', {}, 'tell: No such channel'],
    [
      'shows another picture',
      { lockScreen: () => Promise.resolve({ ...sampleLock, write: () => programCommand('true') }) },
      'it shows something else afterwards',
    ],
    [
      'has no setting in this version',
      { lockScreen: () => Promise.resolve({ ...sampleLock, settings: () => [] }) },
      'this version of the desktop has no setting for it',
    ],
    [
      'lacks its program',
      {
        run: () => (_program, args) =>
          Promise.resolve(
            args[0] === 'lock?'
              ? { code: null, stdout: '', stderr: 'it is not installed' }
              : { code: 0, stdout: '{}', stderr: '' },
          ),
      },
      'ask: it is not installed',
    ],
  ])(
    'reports a lock screen that %s, without failing the wallpaper',
    async (_what, options, detail) => {
      const { set, want, state, outcomes } = desktop({ lock: '/own.jpg' }, options);
      state.refuses = 'lock';
      await want(true);
      expect(await set()).toMatchObject({ ok: true });
      expect(outcomes).toEqual([detail]);
      expect(state.held['lock']).toBe('/own.jpg');
    },
  );

  it('keeps the file of the picture that it shows while it refuses new ones', async () => {
    const { set, want, state, names } = desktop({ lock: '/own.jpg' });
    await want(true);
    await set();
    const shown = state.held['lock'] ?? '';
    state.refuses = 'lock';
    for (let round = 0; round < 3; round += 1) await set();
    expect(names()).toContain(shown.replace(join(folder, 'wallpaper', '/'), ''));
    state.refuses = null;
    await set();
    await set();
    await set();
    expect(names()).not.toContain(shown.replace(join(folder, 'wallpaper', '/'), ''));
  });

  it('is restored at the next try after a failure, which does not make the restore of the wallpaper fail', async () => {
    const { set, want, restore, state, outcomes } = desktop({
      image: '/mine.jpg',
      lock: '/own.jpg',
    });
    await want(true);
    await set();
    state.refuses = 'lock';
    expect(await restore()).toEqual(ok({ verified: true }));
    expect(outcomes.at(-1)).toBe('tell: No such channel');
    state.refuses = null;
    await want(false);
    expect(state.held['lock']).toBe('/own.jpg');
    expect(outcomes.at(-1)).toBe('ok');
  });

  it('is not set to the path of a missing file', async () => {
    const { set, want, state, outcomes } = desktop({ lock: '/own.jpg' });
    await set();
    rmSync(state.held['image'] ?? '');
    await want(true);
    expect(outcomes).toEqual(['the picture’s file is gone']);
    expect(state.held['lock']).toBe('/own.jpg');
  });

  it('is not changed while the record cannot be written', async () => {
    const { set } = desktop({});
    await set();
    const { want, state, outcomes } = desktop(
      { lock: '/own.jpg' },
      {
        store: {
          read: () => Promise.resolve({ ...emptyRecord, primary: join(folder, 'source.jpg') }),
          write: () =>
            Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC', errno: -28 })),
        },
      },
    );
    writeFileSync(join(folder, 'source.jpg'), 'a picture');
    await want(true);
    expect(outcomes).toEqual(['the disk is full (ENOSPC)']);
    expect(state.held['lock']).toBe('/own.jpg');
  });

  it('is not read if the desktop has no lock screen that can be set', async () => {
    const { set, want, restore, calls, outcomes } = desktop(
      { lock: '/own.jpg' },
      { lockScreen: null },
    );
    await want(true);
    await set();
    await restore();
    expect(calls.filter((call) => call.includes('lock'))).toEqual([]);
    expect(outcomes).toEqual([]);
  });
});
