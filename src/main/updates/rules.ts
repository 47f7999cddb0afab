import type { Release, UpdateRecord, UpdateState, UpdateFailure } from '#shared/updates/update.ts';
import type { Manifest } from './manifest.ts';

/**
 * Compares two versions: negative when version `a` is lower than `b`, 0 when they are equal. A pre-release is lower
 * than its release. Two pre-releases of one release count as equal, because only the running version can be a
 * pre-release.
 */
export function compareVersions(a: string, b: string): number {
  const [[numbersA = '', preA], [numbersB = '', preB]] = [a.split('-'), b.split('-')];
  const releaseRank = (pre: string | undefined): number => (pre === undefined ? 1 : 0);
  // A collator loads tables of ICU. It is created here, so that the start of the app does not wait for them.
  const comparison = new Intl.Collator('en', { numeric: true }).compare(numbersA, numbersB);
  return comparison || releaseRank(preA) - releaseRank(preB);
}

/** The allowed difference between the publisher's clock and this computer's clock, in milliseconds. */
const clockSlackMs = 24 * 3600_000;

/**
 * The reason why a manifest with a valid signature is refused; null: it is accepted. The signature alone is not enough,
 * because old manifests were signed too: a replayed manifest hides newer releases, a downgrade restores fixed defects,
 * and an expired manifest may have been held back.
 *
 * @param running the running version, the highest version and the latest signing time that were ever verified, and the
 *   time by this computer’s clock, in milliseconds since the Unix epoch
 */
export function reasonToRefuseManifest(
  { version, signedAt, expires }: Pick<Manifest, 'version' | 'signedAt' | 'expires'>,
  running: Readonly<{ version: string; seen: UpdateRecord['seen']; now: number }>,
): UpdateFailure | null {
  const { version: current, seen, now } = running;
  if (seen !== null && signedAt < seen.signedAt)
    return { kind: 'replayed', signedAt, knownAt: seen.signedAt };
  const highestVersion =
    seen !== null && compareVersions(seen.version, current) > 0 ? seen.version : current;
  if (compareVersions(version, highestVersion) < 0)
    return { kind: 'downgrade', offered: version, known: highestVersion };
  if (signedAt > now + clockSlackMs) return { kind: 'not-yet', signedAt };
  return expires <= now ? { kind: 'expired', at: expires } : null;
}

/** The events that change the state of the updates. `at`: the time of the event, milliseconds since the Unix epoch. */
export type UpdateEvent =
  | { readonly kind: 'check' }
  /** The feed's answer was verified. `release` null: the running version is the newest. */
  | { readonly kind: 'checked'; readonly at: number; readonly release: Release | null }
  | { readonly kind: 'check-failed'; readonly failure: UpdateFailure }
  | { readonly kind: 'download' }
  | { readonly kind: 'progress'; readonly bytes: number }
  | { readonly kind: 'downloaded'; readonly worksOnQuit: boolean }
  | { readonly kind: 'download-failed'; readonly failure: UpdateFailure }
  | { readonly kind: 'on-quit'; readonly install: boolean }
  | { readonly kind: 'install-failed'; readonly failure: UpdateFailure };

/**
 *   off
 *
 *   idle ──check──▶ checking ──checked──▶ available ──download──▶ downloading ──downloaded──▶ ready
 *    ▲                │   ▲                   ▲ │                      │                        │
 *    └──no release────┤   └──────check────────┼─┘           download-failed             install-failed
 *                     │                       │                      ▼                        │
 *                     └────check-failed───────┼──────────────────▶ failed ◀───────────────────┘
 *                                             └──checked─── checking ◀──check──┘
 *                                                downloading ◀──download───────┘  when a release is known
 *
 * A release that the user installs is never downloaded. `ready` lasts through later checks until a newer release is available. Nothing interrupts a download. An event that
 * does not fit the state is ignored.
 */
export function nextUpdateState(state: UpdateState, event: UpdateEvent): UpdateState {
  if (state.status === 'off') return state;
  const { status, checkedAt } = state;
  switch (event.kind) {
    case 'check': {
      if (status === 'downloading' || status === 'ready') return state;
      return { status: 'checking', checkedAt, release: 'release' in state ? state.release : null };
    }
    case 'checked': {
      const { at, release } = event;
      if (status !== 'checking' && status !== 'ready') return state;
      if (status === 'ready' && (release === null || release.version === state.release.version))
        return { ...state, checkedAt: at };
      if (release === null) return { status: 'idle', checkedAt: at };
      return { status: 'available', checkedAt: at, release };
    }
    case 'download': {
      const release = status === 'available' || status === 'failed' ? state.release : null;
      if (release?.installedBy !== 'app' || checkedAt === null) return state;
      return { status: 'downloading', checkedAt, release, bytes: 0 };
    }
    case 'progress':
      return status === 'downloading' ? { ...state, bytes: event.bytes } : state;
    case 'downloaded': {
      if (status !== 'downloading') return state;
      const onQuit = event.worksOnQuit ? 'leave' : 'unsupported';
      return { status: 'ready', checkedAt: state.checkedAt, release: state.release, onQuit };
    }
    case 'on-quit':
      if (status !== 'ready' || state.onQuit === 'unsupported') return state;
      return { ...state, onQuit: event.install ? 'install' : 'leave' };
    case 'check-failed':
    case 'download-failed':
    case 'install-failed':
      if (status !== failingStates[event.kind]) return state;
      return { status: 'failed', checkedAt, failure: event.failure, release: state.release };
  }
}

/** For each failure, the only state in which it can happen. */
const failingStates = {
  'check-failed': 'checking',
  'download-failed': 'downloading',
  'install-failed': 'ready',
} as const;
