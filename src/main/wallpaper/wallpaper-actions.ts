import { m } from '#words';
import { fail, ok, type Result } from '#shared/failure.ts';
import { noPictureReason } from '#shared/picture/archive-dates.ts';
import type { AppState } from '#shared/state.ts';
import type { WallpaperDecision } from '#shared/wallpaper/selection.ts';
import { easternDate } from '#picture/index.ts';
import type { Action, ActionRow } from '#runtime/command-row.ts';
import type { startWallpaper } from './wallpaper.ts';

/** The time limit for an answer: a picture may have to be downloaded. */
const answerMs = 120_000;

/** A command that shows another picture. Its failure `not-found` means that there is no other picture. */
const showRow: ActionRow = {
  help: () => m.command_help_next(),
  answerMs,
  words: ({ wallpaper }) => m.command_wallpaper({ wallpaper }),
  failureWords: ({ kind }) => (kind === 'not-found' ? m.command_no_other_picture() : null),
};

/** A command for the shown picture. Its failure `not-found` means that the desktop shows no picture of the app. */
const markRow = (row: Pick<ActionRow, 'help' | 'words'>): ActionRow => ({
  ...row,
  answerMs,
  failureWords: ({ kind }) => (kind === 'not-found' ? m.command_no_picture_shown() : null),
});

/** The options of the command line that choose, mark or restore the picture on the desktop. */
export const wallpaperRows = {
  'set-wallpaper': {
    usage: '--set-wallpaper [DATE]',
    help: () => m.command_help_wallpaper(),
    takesDate: true,
    answerMs,
    words: ({ wallpaper }) => m.command_wallpaper({ wallpaper }),
    // `not-found` with a date: the date may be one that can have no picture.
    failureWords: ({ kind }, date, now) =>
      kind === 'not-found' && date !== null ? noPictureReason(date, easternDate(now)) : null,
  },
  next: showRow,
  previous: showRow,
  pin: markRow({ help: () => m.command_help_pin(), words: () => m.command_pinned() }),
  unpin: markRow({ help: () => m.command_help_pin(), words: () => m.command_unpinned() }),
  favorite: markRow({
    help: () => m.command_help_favourite(),
    words: () => m.command_favourite(),
  }),
  unfavorite: markRow({
    help: () => m.command_help_unfavourite(),
    words: () => m.command_not_favourite(),
  }),
  restore: {
    help: () => m.command_help_restore(),
    answerMs,
    words: () => m.command_restored(),
  },
} as const satisfies Record<string, ActionRow>;

/** The actions of the options in `wallpaperRows`. */
export function wallpaperActions(
  wallpaper: Pick<ReturnType<typeof startWallpaper>, 'choose' | 'decide' | 'restore'>,
  state: () => AppState,
): Readonly<Record<keyof typeof wallpaperRows, Action>> {
  async function show(kind: 'next' | 'previous'): Promise<Result<null>> {
    const earlierWallpaper = state().wallpaper;
    await wallpaper.decide({ kind });
    const { wallpaper: shown, settings } = state();
    if (shown.kind === 'failed') {
      const { backend, why, detail } = shown;
      return fail({ kind: 'wallpaper', backend, detail, ...(why && { why }) });
    }
    if (shown !== earlierWallpaper) return ok(null);
    // `enabled` is null while the question of the first start has no answer; then no wallpaper is set.
    return fail({ kind: settings.wallpaper.enabled === true ? 'not-found' : 'wallpaper-off' });
  }
  async function decideShown(decision: (date: string) => WallpaperDecision): Promise<Result<null>> {
    const { wallpaper: shown } = state();
    if (shown.kind !== 'set') return fail({ kind: 'not-found' });
    await wallpaper.decide(decision(shown.date));
    return ok(null);
  }
  return {
    'set-wallpaper': (date) => wallpaper.choose({ date, fit: null, displays: null }),
    next: () => show('next'),
    previous: () => show('previous'),
    pin: () => decideShown(() => ({ kind: 'pin', pinned: true })),
    unpin: () => decideShown(() => ({ kind: 'pin', pinned: false })),
    favorite: () => decideShown((date) => ({ kind: 'favour', date, favourite: true })),
    unfavorite: () => decideShown((date) => ({ kind: 'favour', date, favourite: false })),
    restore: () => wallpaper.restore(),
  };
}
