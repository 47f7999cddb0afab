import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leftDisplay, rightDisplay } from '#test/support/backends.ts';
import { sampleBackend, wallpaperRig } from '#test/support/wallpaper-rig.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead check #1 '));
});
afterEach(() => rmSync(folder, { recursive: true }));

const forgetful = { backends: [{ ...sampleBackend, persists: false }] };
const mute = { backends: [{ ...sampleBackend, held: () => null }] };
const later = { session: 'the next login' };

describe('check', () => {
  it('returns “unknown” before the first picture, and “shown” after it', async () => {
    const { set, check } = wallpaperRig(folder, { image: '/mine.jpg' });
    expect(await check()).toBe('unknown');
    await set();
    expect(await check()).toBe('shown');
  });

  it('returns “replaced” after the user chose another wallpaper', async () => {
    const { set, check, state } = wallpaperRig(folder, {});
    await set();
    state.held = { image: '/mine.jpg' };
    expect(await check()).toBe('replaced');
    state.displays = [leftDisplay, rightDisplay];
    expect(await check()).toBe('replaced');
  });

  it('returns “gone”, not “replaced”, for a wallpaper lost at logout', async () => {
    const first = wallpaperRig(folder, {}, forgetful);
    await first.set();
    expect(await wallpaperRig(folder, {}, { ...forgetful, ...later }).check()).toBe('gone');
    const kept = first.state.held;
    expect(await wallpaperRig(folder, kept, { ...forgetful, ...later }).check()).toBe('shown');
    // In the login session in which the picture was set, another picture is a choice of the user.
    expect(await wallpaperRig(folder, {}, forgetful).check()).toBe('replaced');
    // A desktop that keeps its wallpaper did not lose the picture: the user replaced it.
    expect(await wallpaperRig(folder, {}, later).check()).toBe('replaced');
  });

  it('returns “unknown” on a desktop that reports nothing, and “gone” after the next login', async () => {
    const { set, check } = wallpaperRig(folder, {}, mute);
    await set();
    expect(await check()).toBe('unknown');
    const backends = [{ ...sampleBackend, held: () => null, persists: false }];
    expect(await wallpaperRig(folder, {}, { backends, ...later }).check()).toBe('gone');
  });

  it('returns “replaced” on another desktop', async () => {
    const { set, state } = wallpaperRig(folder, {});
    await set();
    const backends = [{ ...sampleBackend, name: 'other' }];
    expect(await wallpaperRig(folder, state.held, { backends }).check()).toBe('replaced');
  });

  it.each<[string, (rig: ReturnType<typeof wallpaperRig>) => void, string]>([
    ['nothing has changed', () => undefined, 'shown'],
    [
      'a display was plugged in',
      ({ state }) => (state.displays = [leftDisplay, rightDisplay]),
      'outdated',
    ],
    [
      'a panel moved, and the picture fills the display',
      ({ state }) => {
        const workArea = { ...leftDisplay.bounds, y: 40, height: 1040 };
        state.displays = [{ ...leftDisplay, workArea }];
      },
      'shown',
    ],
    [
      'the caption is switched on',
      ({ state }) => (state.settings = { ...state.settings, caption: true }),
      'outdated',
    ],
    [
      'the fit has changed',
      ({ state }) => (state.settings = { ...state.settings, fit: 'fit' }),
      'outdated',
    ],
    [
      'the file of the picture is gone',
      ({ state }) => rmSync(state.held['image'] ?? ''),
      'outdated',
    ],
  ])('returns “outdated” if an update is due, else “shown”: %s', async (_what, change, kind) => {
    const rig = wallpaperRig(folder, {});
    await rig.set();
    change(rig);
    expect(await rig.check()).toBe(kind);
  });

  it('returns “outdated” for a workspace that was added without a picture of the user, and “shown” if it has one', async () => {
    let workspaces = 1;
    const backends = [
      {
        ...sampleBackend,
        settings: (...args: Parameters<typeof sampleBackend.settings>) =>
          sampleBackend
            .settings(...args)
            .flatMap(({ key, value }) =>
              Array.from({ length: workspaces }, (_, n) => ({ key: `${key} of ${n}`, value })),
            ),
      },
    ];
    const { set, check, state } = wallpaperRig(folder, {}, { backends });
    await set();
    expect(await check()).toBe('shown');
    workspaces = 2;
    expect(await check()).toBe('outdated');
    // Desktops write a default for a new workspace.
    state.held = { ...state.held, 'image of 1': '/usr/share/backgrounds/a.svg', 'style of 1': '5' };
    expect(await check()).toBe('outdated');
    state.held = { ...state.held, 'image of 1': '/mine.jpg', 'style of 1': '' };
    expect(await check()).toBe('shown');
  });

  it('returns “outdated” if the file of the picture was emptied', async () => {
    const { set, check, state } = wallpaperRig(folder, {});
    await set();
    truncateSync(state.held['image'] ?? '');
    expect(await check()).toBe('outdated');
  });

  it('returns “outdated” if a cleaner removed the whole folder, and still restores the user’s own wallpaper', async () => {
    const { set, check, restore, state } = wallpaperRig(folder, { image: '/mine.jpg' });
    await set();
    rmSync(join(folder, 'wallpaper'), { recursive: true });
    expect(await check()).toBe('outdated');
    await set();
    expect(await check()).toBe('shown');
    await restore();
    expect(state.held['image']).toBe('/mine.jpg');
  });

  it('returns “outdated” in the next run if a cleaner removed the whole folder, unless the user chose another wallpaper', async () => {
    const { set, state } = wallpaperRig(folder, {});
    await set();
    rmSync(join(folder, 'wallpaper'), { recursive: true });
    expect(await wallpaperRig(folder, state.held).check()).toBe('outdated');
    expect(await wallpaperRig(folder, { image: '/mine.jpg' }).check()).toBe('unknown');
  });

  it('returns the fit and displays of the last request, but no fit after a change of the fit setting', async () => {
    const { set, made, state, check } = wallpaperRig(folder, {});
    const { signal } = new AbortController();
    state.displays = [leftDisplay, rightDisplay];
    await set({ fit: 'centre', displays: [2] });
    expect(await made.check(signal)).toEqual({
      kind: 'shown',
      order: { fit: 'centre', displays: [2] },
    });
    state.displays = [leftDisplay];
    expect(await check()).toBe('shown');
    state.displays = [leftDisplay, rightDisplay];
    state.settings = { ...state.settings, fit: 'fill' };
    expect(await made.check(signal)).toEqual({
      kind: 'outdated',
      order: { fit: null, displays: [2] },
    });
  });

  it('returns “restored” with the picture’s fit after a restore of the user’s own wallpaper', async () => {
    const { set, restore, state } = wallpaperRig(folder, { image: '/mine.jpg' });
    await set({ fit: 'centre' });
    await restore();
    const { signal } = new AbortController();
    expect(await wallpaperRig(folder, state.held).made.check(signal)).toMatchObject({
      kind: 'restored',
      order: { fit: 'centre' },
    });
    await set();
    expect(await wallpaperRig(folder, state.held).check()).toBe('shown');
  });
});
