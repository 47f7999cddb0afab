import { m } from '#words';
import { formatLocale } from '#shared/language/language.ts';
import { networkDownSince } from '#shared/network.ts';
import type { AppState, ServiceName } from '#shared/state.ts';
import { needsOf } from '#shared/status/needs.ts';
import { holdEndOf } from '#shared/status/standing.ts';
import { statusOf } from '#shared/status/status.ts';
import { sinceTime, untilInWords } from '#shared/time-words.ts';

export const serviceNames: readonly ServiceName[] = ['picture', 'position', 'posts'];

interface Overview {
  readonly tone: 'good' | 'calm' | 'fair' | 'bad';
  /** One sentence. */
  readonly words: string;
}

/** Summarises the state of the app. Pure; `now` in milliseconds since the Unix epoch. */
export function overviewOf(app: AppState, now: number): Overview {
  const { suspension } = app;
  const { headline, services } = statusOf(app, now);
  if (suspension.paused !== null || suspension.power !== 'awake')
    return { tone: 'calm', words: headline };
  const [need, ...others] = needsOf(app);
  if (need !== undefined)
    return {
      tone: 'bad',
      words: others.length === 0 ? need.text : m.status_view_needs({ count: others.length + 1 }),
    };
  const downSince = networkDownSince(app);
  if (downSince !== null)
    return { tone: 'bad', words: m.status_view_no_network({ since: sinceTime(downSince, now) }) };
  const failedServices = serviceNames.filter((name) => services[name].hasProblem);
  const untriedServices = serviceNames.filter((name) => services[name].state === 'untried');
  if (failedServices.length > 0)
    return {
      tone: 'bad',
      words: problemsInWords(app, { failed: failedServices, untried: untriedServices }, now),
    };
  if (serviceNames.some((name) => services[name].state === 'degraded'))
    return { tone: 'fair', words: m.status_view_works_in_part() };
  // The app sends requests to the posts service only when there is something to publish.
  const { waiting, sending, deleting } = app.journal.counts;
  const expectedServices = untriedServices.filter(
    (name) => name !== 'posts' || waiting + sending + deleting > 0,
  );
  if (untriedServices.length === serviceNames.length)
    return { tone: 'calm', words: m.status_view_starting() };
  if (expectedServices.length === 0) return { tone: 'good', words: m.status_view_all_works() };
  return {
    tone: 'calm',
    words: m.status_view_not_all_asked({ services: listOf(expectedServices) }),
  };
}

const listOf = (names: readonly ServiceName[]): string =>
  new Intl.ListFormat(formatLocale(), { type: 'unit' }).format(
    names.map((name) => serviceTitles[name]()),
  );

const serviceTitles: Readonly<Record<ServiceName, () => string>> = {
  picture: m.settings_address_picture,
  position: m.settings_address_position,
  posts: m.settings_address_posts,
};

const failingWords: Readonly<Record<ServiceName, () => string>> = {
  picture: m.status_view_picture_fails,
  position: m.status_view_position_fails,
  posts: m.status_view_posts_fails,
};
const notAskedWords: Readonly<Record<ServiceName, (at: { when: string }) => string>> = {
  picture: m.status_view_picture_rests,
  position: m.status_view_position_rests,
  posts: m.status_view_posts_rests,
};
const onlyOneWords: Readonly<Record<ServiceName, () => string>> = {
  picture: m.status_view_only_picture,
  position: m.status_view_only_position,
  posts: m.status_view_only_posts,
};

function problemsInWords(
  app: AppState,
  { failed: failedServices, untried }: Readonly<Record<'failed' | 'untried', ServiceName[]>>,
  now: number,
): string {
  // A service that was not asked yet is not said to work.
  if (untried.length > 0 && failedServices.length + untried.length === serviceNames.length)
    return m.status_view_no_answer({ services: listOf(untried) });
  const [first, second] = failedServices;
  if (first !== undefined && second === undefined) {
    const holdEnd = holdEndOf(app.activities[first], now);
    return holdEnd === null
      ? failingWords[first]()
      : notAskedWords[first]({ when: untilInWords(holdEnd, now) });
  }
  const workingService = serviceNames.find((name) => !failedServices.includes(name));
  return workingService === undefined
    ? m.status_view_nothing_works()
    : onlyOneWords[workingService]();
}
