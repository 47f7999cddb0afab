import type { Bridge } from '#shared/contract.ts';
import type { SystemFacts, TerminalCommand } from '#shared/app.ts';
import type { Report } from '#shared/report/report-schema.ts';
import type { ArchiveDay, ArchivePage, ArchiveQuery } from '#shared/picture/archive.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import type { AppState } from '#shared/state.ts';
import type { SettingsImport } from '#shared/settings/settings-import.ts';
import type { OrbitHistory } from '#shared/station/burn.ts';
import type { ViewChoices } from '#shared/view-choices.ts';
import type { Evening } from '#shared/station/sky/evening.ts';
import type { StarField } from '#shared/station/sky/star-field.ts';
import type { Sky } from '#shared/station/sky/sky.ts';
import type { Ledger } from '#shared/station/ledger.ts';
import {
  listOrderOf,
  listPlaceOf,
  type JournalPost,
  type PageQuery,
  type PostPage,
  type PostSummary,
} from '#shared/journal/journal.ts';
import type { PassPosts } from '#shared/journal/pass-posts.ts';
import { hasTagsOf } from '#shared/journal/markdown.ts';
import { tagsInSearch } from '#shared/journal/tags.ts';
import { previewOf } from './preview.ts';
import { post, waitingState, wholePostOf } from './states.ts';

interface Call {
  readonly channel: string;
  readonly input: unknown;
}

export interface BridgeDouble {
  readonly bridge: Bridge;
  /** The received calls of commands, in order, without the commands that only read. */
  readonly calls: Call[];
  /** Broadcasts a state as main does. */
  tell(state: AppState): void;
  /** The number of listeners to broadcast states. */
  listeners(): number;
  /** Reports, as main does, whether the window is on screen. */
  show(shown: boolean): void;
}

/** The answers of commands; commands that are not named here succeed. */
export interface CommandAnswers {
  readonly snapshot?: Promise<Result<AppState>>;
  readonly command?: Promise<Result<never>>;
  readonly write?: Promise<Result<JournalPost>>;
  /** The posts of the journal, newest first; the test may change them. */
  readonly posts?: PostSummary[];
  readonly passes?: () => Promise<Result<PassPosts>>;
  readonly day?: (date: string) => Promise<Result<DayPicture>>;
  readonly archive?: (query: ArchiveQuery) => Promise<Result<ArchivePage>>;
  readonly month?: (month: string) => Promise<Result<ArchiveDay[]>>;
  readonly days?: (dates: readonly string[]) => Promise<Result<ArchiveDay[]>>;
  readonly hidden?: { readonly hidden: number; readonly of: number };
  readonly ledger?: Ledger;
  readonly history?: OrbitHistory;
  readonly sky?: Sky;
  readonly evening?: Evening;
  readonly starField?: StarField;
  readonly log?: string[];
  readonly report?: Report;
  /** The stored choices of the views. */
  readonly views?: ViewChoices | Promise<ViewChoices>;
  /** Whether the pages of the journal and the log never arrive. */
  readonly pending?: boolean;
  readonly settingsImport?: SettingsImport;
  readonly link?: 'opened' | 'copied';
  readonly calendar?: 'opened' | 'no-app';
  readonly crashes?: SystemFacts['crashes'];
  /** The command of Terminal; null, as on other systems than macOS, without it. */
  readonly terminal?: () => TerminalCommand | null;
  /** Whether the desktop reports that it shows the user's own wallpaper. */
  readonly restored?: boolean;
}

/** The value of `photo` of a post to which main has added a photo. */
export const addedPhoto = 1_795_000_000_000;

/** The answer of a command with a defect in main. */
export function defectAnswer(): Promise<never> {
  const rejectedAnswer = Promise.reject(new Error('Error invoking remote method'));
  // Without a handler the rejection would count as unhandled until the page awaits it.
  rejectedAnswer.catch(() => undefined);
  return rejectedAnswer;
}

const emptyReport: Report = { format: 'overhead-report', version: 1, madeAt: 1, parts: {} };

const noLedger: Ledger = {
  last: [],
  predictions: 0,
  scored: 0,
  within: 0,
};

const emptyStarField: StarField = {
  stars: [],
  galaxy: { pole: [0, 0, 1], center: [0, -1, 0] },
  isSouthern: false,
};

/**
 * A double of main for a page. It has the type of the contract, so that a missing or superfluous channel does not
 * compile.
 */
export function bridgeDouble(state: AppState, answers: CommandAnswers = {}): BridgeDouble {
  const calls: Call[] = [];
  const listeners = new Set<(state: AppState) => void>();
  const shownListeners = new Set<(shown: boolean) => void>();
  const find = (id: string): PostSummary => {
    const foundPost = answers.posts?.find((other) => other.id === id);
    if (foundPost === undefined) throw new Error(`there is no post ${id}`);
    return foundPost;
  };
  const withPhoto = (id: string, photo: number | null): JournalPost => {
    const newPost = { ...post('', { kind: 'draft' }), bodyStart: '' };
    const oldPost = answers.posts?.find((other) => other.id === id) ?? newPost;
    return { ...wholePostOf(oldPost), id, photo };
  };
  const answer = <T>(channel: string, input: unknown, value: T): Promise<Result<T>> => {
    calls.push({ channel, input });
    return answers.command ?? Promise.resolve(ok(value));
  };
  return {
    bridge: {
      state: {
        snapshot: () => answers.snapshot ?? Promise.resolve(ok(state)),
        changed: (listener) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      },
      picture: {
        check: () => answer('picture.check', null, null),
        day: (date) => answers.day?.(date) ?? Promise.resolve(fail({ kind: 'not-found' })),
        openPage: (date) => answer('picture.openPage', date, null),
        openLink: (link) => answer('picture.openLink', link, answers.link ?? 'opened'),
        save: (date) => answer('picture.save', date, `/pictures/${date}.jpg`),
      },
      wallpaper: {
        set: (order) => answer('wallpaper.set', order, null),
        preview: (order) => Promise.resolve(ok(previewOf(order))),
        restore: () => answer('wallpaper.restore', null, answers.restored ?? true),
        decide: (decision) => answer('wallpaper.decide', decision, null),
        countHidden: () => Promise.resolve(ok(answers.hidden ?? { hidden: 3, of: 40 })),
      },
      archive: {
        page: (query) => answers.archive?.(query) ?? Promise.resolve(ok({ days: [], next: null })),
        month: (month) => answers.month?.(month) ?? Promise.resolve(ok([])),
        days: (dates) => answers.days?.(dates) ?? Promise.resolve(ok([])),
        thumbnails: (dates) => answer('archive.thumbnails', dates, null),
      },
      station: {
        watch: (input) => answer('station.watch', input, null),
        ledger: () => Promise.resolve(ok(answers.ledger ?? noLedger)),
        history: () => Promise.resolve(ok(answers.history ?? { heights: [], burns: [] })),
        sky: () => Promise.resolve(ok(answers.sky ?? null)),
        starField: () => Promise.resolve(ok(answers.starField ?? emptyStarField)),
        evening: () => Promise.resolve(ok(answers.evening ?? null)),
        exportLedger: () => answer('station.exportLedger', null, null),
        exportTransit: (input) => answer('station.exportTransit', input, '/home/a/transit.gpx'),
        openPlace: (place) => answer('station.openPlace', place, null),
        openCalendar: (input) =>
          answer('station.openCalendar', input, answers.calendar ?? 'opened'),
        exportCalendar: (input) => answer('station.exportCalendar', input, '/home/a/station.ics'),
        keepCalendar: (input) =>
          answer('station.keepCalendar', input, input ? '/home/a/station.ics' : null),
      },
      journal: {
        page: (query) =>
          answers.pending === true
            ? new Promise(() => undefined)
            : Promise.resolve(ok(pageOf(answers.posts ?? [], query))),
        get: (id) => Promise.resolve(ok(wholePostOf(find(id)))),
        passes: () => answers.passes?.() ?? Promise.resolve(ok({ posts: [], hasMore: false })),
        create: (input) =>
          answer('journal.create', input, wholePostOf(post(input.title, waitingState))),
        write: (input) => {
          const { id, title, body } = input;
          const state = input.publish ? waitingState : ({ kind: 'draft' } as const);
          const previousPost =
            answers.posts?.find((other) => other.id === id) ?? post(title, state);
          const writtenPost = { ...wholePostOf({ ...previousPost, state }), title, body, id };
          return answer('journal.write', input, writtenPost).then(
            (result) => answers.write ?? result,
          );
        },
        revert: (id) => answer('journal.revert', id, wholePostOf(find(id))),
        delete: (id) => answer('journal.delete', id, wholePostOf(find(id))),
        restore: (id) => answer('journal.restore', id, wholePostOf(find(id))),
        retry: (id) => answer('journal.retry', id, wholePostOf(find(id))),
        addPhoto: ({ id, file }) =>
          answer('journal.addPhoto', { id, bytes: file.byteLength }, withPhoto(id, addedPhoto)),
        usePhoto: ({ id, at }) => answer('journal.usePhoto', { id, at }, withPhoto(id, at)),
        openLink: (link) => answer('journal.openLink', link, answers.link ?? 'opened'),
        publish: () => answer('journal.publish', null, null),
        pause: (input) => answer('journal.pause', input, null),
        export: (format) => answer('journal.export', format, { posts: 3, path: '/journal' }),
        import: () =>
          answer('journal.import', null, { kind: 'imported', added: 2, known: 1 } as const),
      },
      settings: {
        change: (change) => answer('settings.change', change, null),
        setApiKey: (key) => answer('settings.setApiKey', key, null),
        test: (test) => answer('settings.test', test, null),
        export: () => answer('settings.export', null, '/settings.json'),
        readImport: () => Promise.resolve(ok(answers.settingsImport ?? null)),
        reset: () => answer('settings.reset', null, null),
        terminalCommand: () => Promise.resolve(ok(answers.terminal?.() ?? null)),
        setTerminalCommand: (on) => answer('settings.setTerminalCommand', on, null),
        removeData: () => answer('settings.removeData', null, null),
      },
      app: {
        check: () => answer('app.check', null, null),
        pause: (length) => answer('app.pause', length, null),
        log: () =>
          answers.pending === true
            ? new Promise(() => undefined)
            : Promise.resolve(ok(answers.log ?? [])),
        copyText: (text) => answer('app.copyText', text, null),
        facts: () =>
          Promise.resolve(
            ok({
              runtime: 'Electron 45.0.0, Chromium 150.0.0, Node 24.2.0',
              system: 'Linux 6.12, x64, XFCE, x11',
              dataFolder: '/home/a/.config/Overhead',
              logFolder: '/home/a/.local/state/Overhead/logs',
              crashes: answers.crashes ?? {
                folder: '/home/a/.config/Overhead/chromium/Crashpad',
                count: 0,
                newestAt: null,
              },
            }),
          ),
        openCredit: (credit) => answer('app.openCredit', credit, answers.link ?? 'opened'),
      },
      report: {
        make: () => answer('report.make', null, answers.report ?? emptyReport),
        save: (input) => answer('report.save', input, '/home/a/report.json'),
      },
      updates: {
        check: () => answer('updates.check', null, null),
        download: () => answer('updates.download', null, null),
        openPage: () => answer('updates.openPage', null, answers.link ?? 'opened'),
        onQuit: (install) => answer('updates.onQuit', install, null),
        install: () => answer('updates.install', null, null),
      },
      window: {
        shown: (listener) => {
          shownListeners.add(listener);
          return () => void shownListeners.delete(listener);
        },
        open: (view) => answer('window.open', view, null),
        views: async () => ok((await answers.views) ?? {}),
        rememberViews: (choices) => answer('window.rememberViews', choices, null),
        hideGlance: () => answer('window.hideGlance', null, null),
      },
    },
    calls,
    tell: (next) => listeners.forEach((listener) => listener(next)),
    listeners: () => listeners.size,
    show: (shown) => shownListeners.forEach((listener) => listener(shown)),
  };
}

function pageOf(posts: readonly PostSummary[], query: PageQuery): PostPage {
  const { before, limit, words, state } = query;
  const matchingPosts = posts.filter(
    (post) =>
      (before === null || listOrderOf(query)(post, before) > 0) &&
      (state === 'everything' ||
        (state === null ? post.state.kind !== 'deleted' : post.state.kind === state)) &&
      (tagsInSearch(words).length > 0
        ? hasTagsOf(post.titleStart, post.bodyStart, words)
        : post.titleStart.toLowerCase().includes(words.toLowerCase())),
  );
  const page = matchingPosts.slice(0, limit);
  const lastPost = matchingPosts.length > limit ? page.at(-1) : undefined;
  return {
    posts: page,
    next: lastPost === undefined ? null : listPlaceOf(lastPost),
  };
}
