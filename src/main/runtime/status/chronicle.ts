import { needsOf, type NeedKind } from '#shared/status/needs.ts';
import { isStanding } from '#shared/status/standing.ts';
import { serviceNames, type AppState, type ServiceName } from '#shared/state.ts';
import { serviceWords } from '#shared/status/status.ts';
import { isRefusal } from '#shared/status/status-of-service.ts';
import { describeFailure, sentence } from '#shared/words.ts';
import type { StateHolder } from '../app-state.ts';

export interface ChronicleOptions {
  readonly state: StateHolder;
  /** Writes down one line. */
  readonly tell: (line: string) => void;
}

/**
 * Writes down what goes wrong and what works again, once per change: an attempt that fails as the one before did is
 * none. Gives back what ends it.
 */
export function keepChronicle({ state, tell }: ChronicleOptions): () => void {
  const standing = new Map<ServiceName, string>();
  let needed: ReadonlyMap<NeedKind, string> = new Map();
  let before = state.current;

  function tellOf(name: ServiceName, now: AppState): void {
    const activity = now.activities[name];
    if (activity === before.activities[name]) return;
    // Who refuses a post works; and the words of it may repeat the post, which is nobody else’s business.
    const fails = isStanding(activity) && !(name === 'posts' && isRefusal(activity));
    const failure = fails ? activity.lastFailure?.failure : undefined;
    if (failure === undefined) {
      if (standing.delete(name)) tell(`${serviceWords[name]}: it works again.`);
      return;
    }
    const words = sentence(`${serviceWords[name]}: ${describeFailure(failure)}`);
    if (standing.get(name) === words) return;
    standing.set(name, words);
    tell(words);
  }

  /** Not each: the posts, and the settings, are told of elsewhere. */
  function tellOfNeeds(now: AppState): void {
    const needs = needsOf(now).filter(({ kind }) => kind === 'disk' || kind === 'wallpaper');
    const texts = new Map(needs.map(({ kind, text }) => [kind, text]));
    const unset = needed.get('wallpaper');
    // While it is tried again nobody knows.
    if (now.wallpaper.kind === 'setting' && unset !== undefined) texts.set('wallpaper', unset);
    for (const [kind, text] of texts) if (needed.get(kind) !== text) tell(sentence(text));
    for (const [kind, text] of needed) if (!texts.has(kind)) tell(`Over: ${text}.`);
    needed = texts;
  }

  function tellOfPosts({ journal: { counts } }: AppState): void {
    const more = counts.refused - before.journal.counts.refused;
    const posts = more === 1 ? 'a post' : `${more} posts`;
    if (more > 0) tell(`Journal: the service refused ${posts}. The journal says why.`);
  }

  function look(now: AppState): void {
    for (const name of serviceNames) tellOf(name, now);
    tellOfPosts(now);
    tellOfNeeds(now);
    before = now;
  }

  look(state.current);
  return state.subscribe(look);
}
