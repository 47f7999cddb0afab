import type { Wallpaper } from '#shared/picture/picture.ts';
import type { Recorder, NewEvent } from '#platform/recorder/recorder.ts';
import type { Display } from '#platform/windows/display.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import { stateDigestOf } from './state-digest.ts';

/** Matches the name of a backend. For an unknown desktop the name may contain any text, which must not be recorded. */
const backendNamePattern = /^[a-z]{1,20}$/;

function wallpaperEvent(wallpaper: Wallpaper): NewEvent | null {
  if (wallpaper.kind !== 'set' && wallpaper.kind !== 'failed') return null;
  const backend = backendNamePattern.test(wallpaper.backend ?? '') ? wallpaper.backend : null;
  return wallpaper.kind === 'failed'
    ? { kind: 'wallpaper', outcome: 'failed', backend, why: wallpaper.why ?? null }
    : {
        kind: 'wallpaper',
        outcome: wallpaper.verified ? 'verified' : 'unverified',
        backend,
        why: null,
      };
}

/** Records the sizes of the displays, in pixels. */
export function recordDisplays(displays: readonly Display[], recorder: Recorder): void {
  const sizes = displays.map(({ bounds: { width, height }, scaleFactor }) => ({
    width: Math.round(width * scaleFactor),
    height: Math.round(height * scaleFactor),
    scale: scaleFactor,
  }));
  recorder.add({ kind: 'displays', displays: sizes });
}

/** Records changes of the state, and each attempt to set a wallpaper. Returns a function that stops the recording. */
export function recordState(state: StateHolder, recorder: Recorder): () => void {
  let { wallpaper } = state.current;
  recorder.state(stateDigestOf(state.current));
  return state.subscribe((now) => {
    if (now.wallpaper !== wallpaper) {
      ({ wallpaper } = now);
      const event = wallpaperEvent(wallpaper);
      if (event !== null) recorder.add(event);
    }
    recorder.state(stateDigestOf(now));
  });
}
