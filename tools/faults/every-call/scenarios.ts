import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { easternDate } from '#picture/eastern.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { hourMs, minuteMs, secondMs, type Rig } from './rig.ts';

/** A short action of the user or the app. Each of its calls can fail. */
export interface Scenario {
  readonly name: string;
  /**
   * When the fault is active: during the start of the app (`start`), during its end (`quit`), or in between
   * (`running`).
   */
  readonly kind: 'running' | 'start' | 'quit';
  /** Prepares the run. Returns a token that is unique to this run. */
  prepare(rig: Rig): string | Promise<string>;
  /** Performs the action. It runs while one call fails, and again without a fault if the goal was not reached. */
  act(rig: Rig, token: string): unknown;
  /** Returns null if the goal is reached; otherwise a text that names the missing part. */
  missing(rig: Rig, token: string): string | null | Promise<string | null>;
}

const prepareNothing = (): string => '';
const runningScenario = (scenario: Omit<Scenario, 'kind'>): Scenario => ({
  ...scenario,
  kind: 'running',
});
const missingUnless = (isThere: boolean, what: string): string | null => (isThere ? null : what);

/** Creates a post that the service accepts. */
async function createAcceptedPost(rig: Rig): Promise<string> {
  const id = rig.newId();
  await rig.write(id, rig.newTitle(), true);
  await rig.advance(5 * secondMs);
  const post = await rig.post(id);
  if (post?.state.kind !== 'accepted') throw new Error(`a post is ${post?.state.kind ?? 'lost'}`);
  return id;
}

const postStateProblem = async (rig: Rig, id: string, kind: string): Promise<string | null> => {
  const post = await rig.post(id);
  return missingUnless(post?.state.kind === kind, `the post is ${post?.state.kind ?? 'lost'}`);
};

/** Why the app does not fully work after a start; null if everything works. */
async function missingInAll(rig: Rig): Promise<string | null> {
  const { journal, picture, activities } = await rig.state();
  if (!journal.durable) return 'the journal is not on the disk';
  // In the hour after midnight in US Eastern, the app may not have requested the new day yet.
  const newest = easternDate(rig.machine.time.true - hourMs);
  if (picture.last === null || picture.last.record.date < newest) return 'no picture';
  return missingUnless(activities.position.lastSuccessAt !== null, 'no position');
}

/** Saves the pictures of yesterday and today, and sets today's picture. Returns the date of yesterday. */
async function twoDays(rig: Rig): Promise<string> {
  const yesterday = easternDate(rig.machine.time.true - 24 * hourMs);
  await rig.app.ask('picture', 'day', yesterday);
  await rig.advance(5 * secondMs);
  await rig.app.ask('wallpaper', 'decide', { kind: 'newest' });
  await rig.advance(5 * secondMs);
  return yesterday;
}

/**
 * Removes all saved pictures except today's. Otherwise each run would call the disk more often than the previous run.
 */
function keepOnlyToday(rig: Rig): void {
  const folder = join(rig.machine.data, 'pictures');
  const today = easternDate(rig.machine.time.true);
  for (const name of readdirSync(folder))
    if (!name.startsWith(today)) removeFolder(join(folder, name));
}

/** Sets a place, and waits for its passes. */
async function knowPasses(rig: Rig): Promise<void> {
  const { station, settings } = await rig.state();
  if (station.passesUntil !== null) return;
  const observer = { latitude: 52.5, longitude: 13.4, altitude: 30 };
  await rig.app.ask('settings', 'change', { station: { ...settings.station, observer } });
  for (let tries = 0; tries < 24; tries += 1) {
    await rig.advance(10 * minuteMs);
    if ((await rig.state()).station.passesUntil !== null) return;
  }
  throw new Error('no passes are known');
}

const shownDate = async (rig: Rig): Promise<string | null> => {
  const { wallpaper } = await rig.state();
  return wallpaper.kind === 'set' ? wallpaper.date : null;
};

export const scenarios: readonly Scenario[] = [
  {
    name: 'first start',
    kind: 'start',
    prepare(rig) {
      rig.removeData();
      return '';
    },
    act: prepareNothing,
    missing: missingInAll,
  },
  {
    name: 'start with data',
    kind: 'start',
    prepare: prepareNothing,
    act: prepareNothing,
    missing: missingInAll,
  },
  {
    name: 'start with a damaged database and a backup',
    kind: 'start',
    prepare(rig) {
      const { machine } = rig;
      const database = join(machine.data, 'overhead.sqlite');
      const backups = join(machine.data, 'backups');
      for (const name of readdirSync(machine.data)) {
        if (name.startsWith('overhead.sqlite.') || /-(wal|shm)$/.test(name))
          removeFolder(join(machine.data, name));
      }
      // The app's own backups are older than the posts. Replace the backups by a copy that has all posts.
      const whole = rig.file('whole.sqlite');
      if (!existsSync(whole)) copyFileSync(database, whole);
      removeFolder(backups);
      mkdirSync(backups, { recursive: true });
      copyFileSync(whole, join(backups, 'overhead-2026-11-21T17-00-00-000Z.sqlite'));
      writeFileSync(database, 'this is no database, and never was one');
      return '';
    },
    act: prepareNothing,
    missing: missingInAll,
  },
  {
    name: 'quit',
    kind: 'quit',
    prepare: prepareNothing,
    act: prepareNothing,
    missing: missingInAll,
  },
  runningScenario({
    name: 'save a draft',
    prepare: (rig) => rig.newId(),
    act: (rig, id) => rig.write(id, rig.newTitle(), false),
    missing: (rig, id) => missingUnless(rig.isSaved(id), 'the draft was not saved'),
  }),
  runningScenario({
    name: 'publish a post',
    prepare: (rig) => rig.newId(),
    async act(rig, id) {
      const title = rig.newTitle();
      await rig.write(id, title, true);
      await rig.app.ask('journal', 'publish');
    },
    missing: (rig, id) => postStateProblem(rig, id, 'accepted'),
  }),
  runningScenario({
    name: 'replace a post',
    prepare: createAcceptedPost,
    async act(rig, id) {
      await rig.write(id, rig.newTitle(), true);
    },
    async missing(rig, id) {
      const post = await rig.post(id);
      const isSent = post?.state.kind === 'accepted' && post.lastAccepted?.operation === 'replace';
      return missingUnless(isSent, `the post is ${JSON.stringify(post?.state)}`);
    },
  }),
  runningScenario({
    name: 'delete a post',
    prepare: createAcceptedPost,
    act: (rig, id) => rig.app.ask('journal', 'delete', id),
    missing: (rig, id) => postStateProblem(rig, id, 'deleted'),
  }),
  runningScenario({
    name: 'undo a deletion',
    async prepare(rig) {
      const id = rig.newId();
      await rig.write(id, rig.newTitle(), false);
      await rig.app.ask('journal', 'delete', id);
      await rig.advance(5 * secondMs);
      return id;
    },
    act: (rig, id) => rig.app.ask('journal', 'restore', id),
    missing: (rig, id) => postStateProblem(rig, id, 'draft'),
  }),
  runningScenario({
    name: 'export the journal',
    prepare(rig) {
      const path = rig.file('export.jsonl');
      rig.remove(path);
      rig.machine.choose(path);
      return path;
    },
    act: (rig) => rig.app.ask('journal', 'export', 'jsonl'),
    missing(rig, path) {
      if (!existsSync(path)) return 'no file';
      const lines = readFileSync(path, 'utf8').trim().split('\n').length;
      return missingUnless(
        lines >= [...rig.posts.keys()].filter((id) => rig.isSaved(id)).length,
        `the file has ${lines} lines`,
      );
    },
  }),
  runningScenario({
    name: 'import posts',
    async prepare(rig) {
      const path = rig.file('import.jsonl');
      rig.machine.choose(path);
      await rig.app.ask('journal', 'export', 'jsonl');
      const id = rig.newId();
      const [line = '{}'] = readFileSync(path, 'utf8').split('\n');
      const post = { ...(JSON.parse(line) as object), id, title: rig.newTitle() };
      writeFileSync(path, `${JSON.stringify(post)}\n`);
      return id;
    },
    act: (rig) => rig.app.ask('journal', 'import'),
    missing: async (rig, id) =>
      missingUnless((await rig.post(id)) !== null, 'the post is not there'),
  }),
  runningScenario({
    name: 'set the wallpaper',
    async prepare(rig) {
      await rig.app.ask('wallpaper', 'restore');
      await rig.advance(5 * secondMs);
      return '';
    },
    act: (rig) => rig.app.ask('wallpaper', 'set', { date: null, fit: null, displays: null }),
    missing: async (rig) =>
      missingUnless((await shownDate(rig)) !== null, 'no picture is on the desktop'),
  }),
  runningScenario({
    name: 'restore the wallpaper',
    async prepare(rig) {
      await rig.app.ask('wallpaper', 'set', { date: null, fit: null, displays: null });
      await rig.advance(5 * secondMs);
      return '';
    },
    act: (rig) => rig.app.ask('wallpaper', 'restore'),
    missing: (rig) =>
      missingUnless(
        rig.machine.wallpapers().every((path) => path.endsWith('old.png')),
        'not restored',
      ),
  }),
  runningScenario({
    name: 'show the previous picture',
    prepare: twoDays,
    act: (rig) => rig.app.ask('wallpaper', 'decide', { kind: 'previous' }),
    async missing(rig, yesterday) {
      const date = await shownDate(rig);
      return missingUnless(
        date !== null && date <= yesterday,
        `the picture of ${String(date)} is shown`,
      );
    },
  }),
  runningScenario({
    name: 'hide a picture',
    prepare: twoDays,
    act: (rig) => rig.app.ask('wallpaper', 'decide', { kind: 'skip', date: null }),
    async missing(rig) {
      const date = await shownDate(rig);
      const today = easternDate(rig.machine.time.true);
      return missingUnless(date !== today, `the picture of ${String(date)} is shown`);
    },
  }),
  runningScenario({
    name: 'mark a favourite',
    async prepare(rig) {
      const date = await twoDays(rig);
      await rig.app.ask('wallpaper', 'decide', { kind: 'favour', date, favourite: false });
      return date;
    },
    act: (rig, date) =>
      rig.app.ask('wallpaper', 'decide', { kind: 'favour', date, favourite: true }),
    async missing(rig, date) {
      const query = { words: '', favourites: true, before: null, limit: 10 };
      const page = await rig.app.ask('archive', 'page', query);
      return missingUnless(
        page?.ok === true && page.value.days.some((day) => day.date === date),
        'not kept',
      );
    },
  }),
  runningScenario({
    name: 'search the archive',
    prepare: prepareNothing,
    act: (rig) =>
      rig.app.ask('archive', 'page', { words: 'the', favourites: false, before: null, limit: 10 }),
    async missing(rig) {
      const query = { words: '', favourites: false, before: null, limit: 10 };
      const page = await rig.app.ask('archive', 'page', query);
      return missingUnless(page?.ok === true && page.value.days.length > 0, 'no days');
    },
  }),
  runningScenario({
    name: 'open an earlier day',
    prepare(rig) {
      keepOnlyToday(rig);
      const days = Math.floor((rig.machine.time.true / minuteMs) % 3_000) + 30;
      return easternDate(rig.machine.time.true - days * 24 * hourMs);
    },
    act: (rig, date) => rig.app.ask('picture', 'day', date),
    async missing(rig, date) {
      const days = await rig.app.ask('archive', 'days', [date]);
      return missingUnless(
        days?.ok === true && days.value[0]?.hasFile === true,
        'the day is not kept',
      );
    },
  }),
  runningScenario({
    name: 'save a copy of a picture',
    prepare(rig) {
      const path = rig.file('picture.jpg');
      rig.remove(path);
      rig.machine.choose(path);
      return path;
    },
    act: (rig) => rig.app.ask('picture', 'save', easternDate(rig.machine.time.true)),
    missing: (_rig, path) => missingUnless(existsSync(path), 'no file'),
  }),
  runningScenario({
    name: 'take the picture of a new day',
    prepare(rig) {
      keepOnlyToday(rig);
      return '';
    },
    async act(rig) {
      await rig.app.sleep(rig.machine.logind, 24 * hourMs);
      await rig.advance(3 * minuteMs);
    },
    missing: missingInAll,
  }),
  runningScenario({
    name: 'change a setting',
    async prepare(rig) {
      const { theme } = (await rig.state()).settings;
      return theme === 'dark' ? 'light' : 'dark';
    },
    act: (rig, theme) => rig.set({ theme: theme as 'dark' }),
    async missing(rig, theme) {
      const { settings } = await rig.state();
      const text = readFileSync(join(rig.machine.data, 'settings.json'), 'utf8');
      const { theme: stored } = JSON.parse(text) as { theme: string };
      return missingUnless(
        settings.theme === theme && stored === theme,
        `${settings.theme}, ${stored}`,
      );
    },
  }),
  runningScenario({
    name: 'reset the settings',
    async prepare(rig) {
      const { wallpaper } = (await rig.state()).settings;
      await rig.set({ wallpaper: { ...wallpaper, caption: !defaultSettings.wallpaper.caption } });
      const { services } = (await rig.state()).settings;
      return JSON.stringify(services);
    },
    act: (rig) => rig.app.ask('settings', 'reset'),
    async missing(rig, services) {
      const { wallpaper } = (await rig.state()).settings;
      // Restore this rig's services for the following runs.
      await rig.set({ services: JSON.parse(services) as typeof defaultSettings.services });
      await rig.advance(5 * secondMs);
      return missingUnless(wallpaper.caption === defaultSettings.wallpaper.caption, 'not reset');
    },
  }),
  runningScenario({
    name: 'keep an API key',
    async prepare(rig) {
      await rig.app.ask('settings', 'setApiKey', null);
      return '';
    },
    act: (rig) => rig.app.ask('settings', 'setApiKey', 'SECRET-KEY-OF-THE-USER'),
    missing: async (rig) => missingUnless((await rig.state()).apiKey.isSet, 'there is no key'),
  }),
  runningScenario({
    name: 'keep a calendar file',
    async prepare(rig) {
      await rig.app.ask('station', 'keepCalendar', false);
      await knowPasses(rig);
      const path = rig.file('passes.ics');
      rig.remove(path);
      rig.machine.choose(path);
      return path;
    },
    act: (rig) => rig.app.ask('station', 'keepCalendar', true),
    missing: (_rig, path) => missingUnless(existsSync(path), 'no file'),
  }),
  runningScenario({
    name: 'export the predictions',
    prepare(rig) {
      const path = rig.file('predictions.csv');
      rig.remove(path);
      rig.machine.choose(path);
      return path;
    },
    act: (rig) => rig.app.ask('station', 'exportLedger'),
    missing: (_rig, path) => missingUnless(existsSync(path), 'no file'),
  }),
  runningScenario({
    name: 'store fixes of the station',
    prepare: prepareNothing,
    act: (rig) => rig.advance(35 * minuteMs),
    async missing(rig) {
      const { position } = (await rig.state()).activities;
      const age = rig.machine.time.true - (position.lastSuccessAt ?? 0);
      return missingUnless(age < hourMs, 'no position for an hour');
    },
  }),
  runningScenario({
    name: 'make the daily backup',
    async prepare(rig) {
      // The app checks for a backup a minute after its start, and then when the next backup is due.
      await rig.quit();
      for (const name of backupNames(rig)) removeFolder(join(rig.machine.data, 'backups', name));
      await rig.launch();
      return '';
    },
    // After a failure the next attempt is an hour later.
    act: (rig) => rig.advance(backupNames(rig).length === 0 ? 62 * minuteMs : secondMs),
    missing: (rig) => missingUnless(backupNames(rig).length > 0, 'no backup'),
  }),
  runningScenario({
    name: 'move to other services',
    prepare: async (rig) => JSON.stringify((await rig.state()).settings.services),
    async act(rig, token) {
      const services = JSON.parse(token) as typeof defaultSettings.services;
      const { picture, position, posts } = services.own;
      const moved = (url: string): string =>
        url.includes('localhost')
          ? url.replace('localhost', '127.0.0.1')
          : url.replace('127.0.0.1', 'localhost');
      const own = { picture: moved(picture), position: moved(position), posts: moved(posts) };
      await rig.set({ services: { ...services, own } });
    },
    missing: missingInAll,
  }),
];

const removeFolder = (path: string): void => rmSync(path, { recursive: true, force: true });

const backupNames = (rig: Rig): string[] => {
  const path = join(rig.machine.data, 'backups');
  return existsSync(path) ? readdirSync(path) : [];
};
