import { m } from '#words';
import type { View } from '#shared/app.ts';
import type { Failure } from '#shared/failure.ts';
import type { Wallpaper } from '#shared/picture/picture.ts';
import { thumbnailName } from '#shared/picture/thumbnail.ts';
import { isolateText } from '#shared/language/isolate-text.ts';
import type { AppState } from '#shared/state.ts';
import { changeInWords, visiblePassChanges } from '#shared/station/change-words.ts';
import { burnInWords } from '#shared/station/burn-words.ts';
import { brightnessSentence } from '#shared/station/brightness-words.ts';
import { hiddenReasonWords } from '#shared/station/pass-forecast.ts';
import { compassInWords } from '#shared/station/sky/compass.ts';
import type { Place } from '#shared/station/sky/earth.ts';
import { isSamePass, seenPart } from '#shared/station/sky/pass-span.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { needsOf, type Need, type NeedKind } from '#shared/status/needs.ts';
import { clockTime } from '#shared/time-words.ts';
import { notSetSentence } from '#shared/wallpaper/wallpaper-words.ts';
import { failureSentence } from '#shared/failure-words.ts';
import { joinSentences, markSimulated } from '#shared/words.ts';
import { isInQuietHours } from '#station/index.ts';
import type { Notice, NoticeSetting } from './notice.ts';
import { transitNotices } from './transit-notices.ts';

/** The notices to show at `now` (milliseconds since the Unix epoch); `shown` holds the keys of earlier ones. */
export function noticesFor(state: AppState, shown: ReadonlySet<string>, now: number): Notice[] {
  // Null: the first page still asks whether pictures are used as wallpaper. Nothing is announced before the answer.
  if (state.settings.wallpaper.enabled === null || isInQuietHoursNow(state, now)) return [];
  return [
    ...newPictureNotices(state, shown),
    ...passNotices(state, shown),
    ...transitNotices(state, shown, now),
    ...burnNotices(state, shown, now),
    ...worstProblemNotice(state, shown),
  ].map(withSilence);
}

const settingOfKind: Partial<Record<Notice['kind'], NoticeSetting>> = {
  picture: 'notifications.newPicture',
  pass: 'station.alerts.enabled',
  transit: 'station.alerts.enabled',
  burn: 'station.alerts.enabled',
};

/** Adds a button that switches off notices of this kind. Notices of problems cannot be switched off. */
function withSilence(notice: Notice): Notice {
  const setting = settingOfKind[notice.kind];
  if (setting === undefined) return notice;
  const action = { label: m.notice_silence(), command: { kind: 'silence', setting } } as const;
  return { ...notice, actions: [...notice.actions, action] };
}

/**
 * Whether `now` is in the quiet hours of the settings, in the system's time zone. The quiet hours apply to all notices
 * of `noticesFor`.
 */
function isInQuietHoursNow({ settings }: AppState, now: number): boolean {
  const { quiet } = settings.station.alerts;
  const time = new Date(now);
  return quiet !== null && isInQuietHours(time.getHours() * 60 + time.getMinutes(), quiet);
}

function newPictureNotices(state: AppState, shown: ReadonlySet<string>): Notice[] {
  const { picture, settings, services } = state;
  if (!settings.notifications.newPicture) return [];
  // A picture of an earlier day is not announced while the app looks for a newer one.
  if (picture.status !== 'ready' || picture.last.file === null) return [];
  const { date, title, credit, mediaType } = picture.last.record;
  const key = `picture:${date}`;
  if (shown.has(key)) return [];
  const pictureTitle = markSimulated(services, isolateText(title));
  return [
    {
      key,
      kind: 'picture',
      title: mediaType === 'video' ? m.notice_video_day() : m.notice_new_picture(),
      body:
        credit === null
          ? pictureTitle
          : m.notice_picture_credit({ title: pictureTitle, credit: isolateText(credit) }),
      thumbnail: thumbnailName(picture.last.file.name),
      short: m.notice_picture_short({ title: pictureTitle }),
      click: { kind: 'open', view: 'today' },
      // The still of a video is usually not used as wallpaper. The view has the link to the video.
      actions: mediaType === 'image' ? [pictureAction(date, settings)] : [],
      until: null,
    },
  ];
}

/** The action that the settings do not perform by themselves. */
const pictureAction = (date: string, { wallpaper }: AppState['settings']): Notice['actions'][0] =>
  wallpaper.enabled === true
    ? { label: m.tray_dislike(), command: { kind: 'decide', decision: { kind: 'skip', date } } }
    : { label: m.tray_set_wallpaper(), command: { kind: 'set-wallpaper', date } };

/** A place whose passes differ from those of another by less than this, in degrees, has the same notices. */
const samePlaceDegrees = 0.1;

/** The key of a pass has the time of its culmination in Unix seconds, and the place. */
const passKey = ({ peak }: Pass, { latitude, longitude }: Place): string =>
  `pass:${Math.round(peak.t)}@${latitude.toFixed(2)},${longitude.toFixed(2)}`;

function passOfKey(key: string): ({ readonly peak: number } & Place) | null {
  const [peak, latitude, longitude] =
    /^pass:(-?\d+)@(-?[\d.]+),(-?[\d.]+)$/.exec(key)?.slice(1).map(Number) ?? [];
  return peak === undefined || latitude === undefined || longitude === undefined
    ? null
    : { peak, latitude, longitude };
}

const isNear = (a: Place, b: Place): boolean =>
  Math.abs(a.latitude - b.latitude) < samePlaceDegrees &&
  Math.abs(a.longitude - b.longitude) < samePlaceDegrees;

/** Whether a notice is of a pass over another place than the user's. */
export function isOfOtherPlace({ key }: Notice, place: Place | null): boolean {
  const pass = passOfKey(key);
  return pass !== null && (place === null || !isNear(pass, place));
}

/**
 * Returns a notice for each pass that the user is alerted to, without passes of which a notice was shown before, even
 * if an earlier fit gave other times for the pass.
 */
function passNotices({ station, services }: AppState, shown: ReadonlySet<string>): Notice[] {
  const { observer, alerts } = station;
  if (observer === null) return [];
  const shownPasses = [...shown].flatMap((key) => passOfKey(key) ?? []);
  return alerts
    .filter(
      ({ peak }) =>
        !shownPasses.some((pass) => isSamePass(pass.peak, peak.t) && isNear(pass, observer)),
    )
    .map((pass) => passNotice(pass, observer, services));
}

function passNotice(pass: Pass, place: Place, services: AppState['services']): Notice {
  const { from, top, to } = seenPart(pass);
  const title = markSimulated(services, m.notice_pass({ clock: clockTime(from.t * 1000) }));
  const way = {
    from: compassInWords(from.azimuth),
    height: `${Math.round(top.elevation)}°`,
    peak: compassInWords(top.azimuth),
    to: compassInWords(to.azimuth),
    clock: clockTime(to.t * 1000),
  };
  const wayText = way.from === way.to ? m.notice_pass_in(way) : m.notice_pass_way(way);
  return {
    key: passKey(pass, place),
    kind: 'pass',
    title,
    body: joinSentences([wayText, visibilityWords(pass)]),
    short: m.notice_pass_short({ title }),
    click: { kind: 'open', view: 'station/passes' },
    actions: [],
    until: to.t * 1000,
  };
}

function visibilityWords({ visible, reason, brightness }: Pass): string {
  if (!visible)
    return reason === null
      ? m.notice_not_visible()
      : m.notice_hidden({ why: hiddenReasonWords[reason] });
  return brightness === null ? m.notice_visible() : brightnessSentence(brightness.magnitude);
}

/** The age from which a burn is no longer announced, in milliseconds since it was found. */
const maxBurnAgeMs = 24 * 3600_000;

/** The notice of a burn of the station's engines. */
function burnNotices(
  { station, settings }: AppState,
  shown: ReadonlySet<string>,
  now: number,
): Notice[] {
  if (station.burn === null || !settings.station.alerts.enabled) return [];
  if (now - station.burn.detectedAt > maxBurnAgeMs) return [];
  const key = `burn:${Math.round(station.burn.at / 1000)}`;
  if (shown.has(key)) return [];
  const [next] = visiblePassChanges(station.changed);
  const effect = next === undefined ? [] : [changeInWords(next, now)];
  return [
    {
      key,
      kind: 'burn',
      title: m.sky_burn_title(),
      body: joinSentences([burnInWords(station.burn, now), ...effect]),
      short: m.sky_burn_short(),
      click: { kind: 'open', view: 'station' },
      actions: [],
      until: null,
    },
  ];
}

export const problemNoticeKey = (kind: NeedKind): string => `problem:${kind}`;

/** The notice of the worst problem. Other problems are left out, because a full disk often causes others. */
function worstProblemNotice(state: AppState, shown: ReadonlySet<string>): Notice[] {
  if (!state.settings.notifications.problems) return [];
  const [worst] = needsOf(state);
  if (worst === undefined || shown.has(problemNoticeKey(worst.kind))) return [];
  return [problemNotice(worst)];
}

function problemNotice({ kind, text, advice, opens }: Need): Notice {
  return {
    key: problemNoticeKey(kind),
    kind: 'problem',
    title: m.notice_needs_you({ need: text }),
    body: joinSentences([advice, clickSentence(opens)]),
    short: m.notice_need_short({ need: text }),
    click: { kind: 'open', view: opens },
    actions: [],
    until: null,
  };
}

function clickSentence(opens: View): string {
  if (opens === 'settings') return m.notice_click_settings();
  return opens === 'journal' ? m.notice_click_journal() : m.notice_click_more();
}

/**
 * The kinds of problems that are solved, so that the next problem of the kind is announced.
 *
 * @param since the start of this run, in milliseconds since the Unix epoch; an earlier success is ignored
 */
export function solvedProblemKinds(
  state: AppState,
  previous: ReadonlySet<NeedKind>,
  since: number,
): NeedKind[] {
  const currentKinds = new Set(needsOf(state).map(({ kind }) => kind));
  // The app may have ended before it saw that a new key was accepted, or that the settings were saved again.
  const isKeyAccepted = (state.activities.picture.lastSuccessAt ?? -Infinity) >= since;
  const earlierKinds: NeedKind[] = isKeyAccepted ? ['key', 'settings-reset'] : ['settings-reset'];
  return [...new Set([...previous, ...earlierKinds])].filter((kind) => !currentKinds.has(kind));
}

/** One notice for several that were held back while the user was away. Its key contains `now` to be unique. */
export function summaryNotice(notices: readonly Notice[], now: number): Notice {
  const problem = notices.find(({ kind }) => kind === 'problem');
  const passes = notices.filter(({ kind }) => kind === 'pass');
  const worstNotice = problem ?? passes[0] ?? notices[0];
  const passEnds = passes.flatMap(({ until }) => until ?? []);
  return {
    key: `summary:${now}`,
    kind: 'summary',
    title: m.notice_away(),
    body: notices.map(({ short }) => short).join('\n'),
    short: '',
    click: worstNotice?.click ?? { kind: 'open', view: 'today' },
    // A button that switches off notices would not say of which of these.
    actions: worstNotice?.actions.filter(({ command }) => command.kind !== 'silence') ?? [],
    until: passEnds.length === 0 ? null : Math.max(...passEnds),
  };
}

/**
 * The notice after “Set as wallpaper” failed; null when the app is quitting. This notice is shown after each failure,
 * whatever the settings of notices, and replaces the notice of a problem.
 *
 * @param wallpaper the present state of the wallpaper
 */
export function notSetNotice(failure: Failure, wallpaper: Wallpaper): Notice | null {
  if (failure.kind === 'cancelled') return null;
  const reason = wallpaper.kind === 'failed' ? notSetSentence(wallpaper) : failureSentence(failure);
  const explanation = joinSentences([reason, m.notice_one_before_stays()]);
  return wallpaperProblemNotice(m.notice_not_set(), explanation);
}

/** The notice after “Restore my wallpaper” failed; null when the app is quitting. */
export function notRestoredNotice(failure: Failure): Notice | null {
  if (failure.kind === 'cancelled') return null;
  const explanation = joinSentences([failureSentence(failure), m.notice_picture_stays()]);
  return wallpaperProblemNotice(m.notice_not_restored(), explanation);
}

const wallpaperProblemNotice = (title: string, why: string): Notice => ({
  key: 'own:wallpaper',
  kind: 'problem',
  title,
  body: joinSentences([why, m.notice_click_more()]),
  short: m.notice_pass_short({ title }),
  click: { kind: 'open', view: 'status' },
  actions: [],
  until: null,
});
