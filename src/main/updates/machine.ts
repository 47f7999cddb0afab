import type { Release, UpdateState, UpdateTrouble } from '#shared/updates/update.ts';

/** What happens to the updates. `at`: milliseconds since the Unix epoch. */
export type UpdateEvent =
  | { readonly kind: 'check' }
  /** The feed's answer was verified; null: what runs is the newest. */
  | { readonly kind: 'checked'; readonly at: number; readonly release: Release | null }
  | { readonly kind: 'check-failed'; readonly trouble: UpdateTrouble }
  | { readonly kind: 'download' }
  | { readonly kind: 'progress'; readonly bytes: number }
  | { readonly kind: 'downloaded'; readonly worksOnQuit: boolean }
  | { readonly kind: 'download-failed'; readonly trouble: UpdateTrouble }
  | { readonly kind: 'on-quit'; readonly install: boolean }
  | { readonly kind: 'install-failed'; readonly trouble: UpdateTrouble };

/**
 *   off
 *
 *   idle ──check──▶ checking ──checked──▶ available ──download──▶ downloading ──downloaded──▶ ready
 *    ▲                │   ▲                   ▲ │                      │                        │
 *    └──nothing new───┤   └──────check────────┼─┘           download-failed             install-failed
 *                     │                       │                      ▼                        │
 *                     └────check-failed───────┼──────────────────▶ failed ◀───────────────────┘
 *                                             └──checked─── checking ◀──check──┘
 *                                                downloading ◀──download───────┘  when a release is known
 *
 * A ready update stays ready while the feed is asked again: only a newer release takes its place. A download is not
 * disturbed by anything. An event that does not fit the state changes nothing.
 */
export function nextState(state: UpdateState, event: UpdateEvent): UpdateState {
  if (state.status === 'off') return state;
  const { checkedAt } = state;
  switch (event.kind) {
    case 'check':
      if (state.status === 'downloading' || state.status === 'ready') return state;
      return { status: 'checking', checkedAt, release: releaseOf(state) };
    case 'checked':
      return checked(state, event.at, event.release);
    case 'check-failed':
      if (state.status !== 'checking') return state;
      return { status: 'failed', checkedAt, trouble: event.trouble, release: state.release };
    case 'download': {
      const release =
        state.status === 'available' || state.status === 'failed' ? state.release : null;
      if (release === null || checkedAt === null) return state;
      return { status: 'downloading', checkedAt, release, bytes: 0 };
    }
    case 'progress':
      return state.status === 'downloading' ? { ...state, bytes: event.bytes } : state;
    case 'downloaded': {
      if (state.status !== 'downloading') return state;
      const onQuit = event.worksOnQuit ? 'leave' : 'unsupported';
      return { status: 'ready', checkedAt: state.checkedAt, release: state.release, onQuit };
    }
    case 'download-failed':
      if (state.status !== 'downloading') return state;
      return { status: 'failed', checkedAt, trouble: event.trouble, release: state.release };
    case 'on-quit':
      if (state.status !== 'ready' || state.onQuit === 'unsupported') return state;
      return { ...state, onQuit: event.install ? 'install' : 'leave' };
    case 'install-failed':
      if (state.status !== 'ready') return state;
      return { status: 'failed', checkedAt, trouble: event.trouble, release: state.release };
  }
}

function checked(
  state: Exclude<UpdateState, { status: 'off' }>,
  at: number,
  release: Release | null,
): UpdateState {
  if (state.status !== 'checking' && state.status !== 'ready') return state;
  if (state.status === 'ready' && (release === null || release.version === state.release.version))
    return { ...state, checkedAt: at };
  return release === null
    ? { status: 'idle', checkedAt: at }
    : { status: 'available', checkedAt: at, release };
}

const releaseOf = (state: UpdateState): Release | null =>
  'release' in state ? state.release : null;
