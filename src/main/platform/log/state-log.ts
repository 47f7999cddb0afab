import { describeFailure } from '#shared/failure-words.ts';
import { runInEnglish } from '#shared/language/language.ts';
import { serviceNames, type AppState, type ServiceName } from '#shared/state.ts';
import { needsOf, type NeedKind } from '#shared/status/needs.ts';
import { isStanding } from '#shared/status/standing.ts';
import { isRefusal } from '#shared/status/status-of-service.ts';
import { asSentence } from '#shared/words.ts';
import type { StateHolder } from '#runtime/app-state.ts';

const logNames: Readonly<Record<ServiceName, string>> = {
  picture: 'Picture',
  position: 'Station',
  posts: 'Journal',
};

/**
 * Writes a line to the log when a service fails, when a service works again, when the service refuses a post, and when
 * a problem with the disk or the wallpaper begins or ends. A repeated failure adds no line. Returns a function that
 * stops the logging.
 */
export function logStateChanges(state: StateHolder, writeLine: (line: string) => void): () => void {
  const failing = new Map<ServiceName, string>();
  let needs: ReadonlyMap<NeedKind, string> = new Map();
  let previous = state.current;

  function logService(name: ServiceName, now: AppState): void {
    const activity = now.activities[name];
    if (activity === previous.activities[name]) return;
    // A refused post is no failure of the service. The message of the refusal is not logged, because it may repeat the
    // private post.
    const fails = isStanding(activity) && !(name === 'posts' && isRefusal(activity));
    const failure = fails ? activity.lastFailure?.failure : undefined;
    if (failure === undefined) {
      if (failing.delete(name)) writeLine(`${logNames[name]}: it works again.`);
      return;
    }
    const line = asSentence(`${logNames[name]}: ${describeFailure(failure)}`);
    if (failing.get(name) === line) return;
    failing.set(name, line);
    writeLine(line);
  }

  /** Logs problems with the disk and the wallpaper; those with posts and settings are logged by other code. */
  function logNeeds(now: AppState): void {
    const current = runInEnglish(() => needsOf(now)).filter(
      ({ kind }) => kind === 'disk' || kind === 'wallpaper',
    );
    const detail = now.wallpaper.kind === 'failed' ? now.wallpaper.detail : '';
    const texts = new Map(
      current.map(({ kind, text }) => [
        kind,
        kind === 'wallpaper' && detail !== '' ? `${text}: ${detail}` : text,
      ]),
    );
    const unset = needs.get('wallpaper');
    // While the wallpaper is being set again, the problem is not over.
    if (now.wallpaper.kind === 'setting' && unset !== undefined) texts.set('wallpaper', unset);
    for (const [kind, text] of texts) if (needs.get(kind) !== text) writeLine(asSentence(text));
    for (const [kind, text] of needs) if (!texts.has(kind)) writeLine(`Over: ${text}.`);
    needs = texts;
  }

  function logPosts({ journal: { counts } }: AppState): void {
    const more = counts.refused - previous.journal.counts.refused;
    const posts = more === 1 ? 'a post' : `${more} posts`;
    if (more > 0) writeLine(`Journal: the service refused ${posts}. The journal says why.`);
  }

  function check(now: AppState): void {
    for (const name of serviceNames) logService(name, now);
    logPosts(now);
    logNeeds(now);
    previous = now;
  }

  check(state.current);
  return state.subscribe(check);
}
