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
  const failureLines = new Map<ServiceName, string>();
  let needs: ReadonlyMap<NeedKind, string> = new Map();
  let refusedCount = state.current.journal.counts.refused;

  function logService(name: ServiceName, now: AppState): void {
    const activity = now.activities[name];
    // A refused post is no failure of the service. The message of the refusal is not logged, because it may repeat the
    // private post.
    const isFailing = isStanding(activity) && !(name === 'posts' && isRefusal(activity));
    const failure = isFailing ? activity.lastFailure?.failure : undefined;
    if (failure === undefined) {
      if (failureLines.delete(name)) writeLine(`${logNames[name]}: it works again.`);
      return;
    }
    const line = asSentence(`${logNames[name]}: ${describeFailure(failure)}`);
    if (failureLines.get(name) === line) return;
    failureLines.set(name, line);
    writeLine(line);
  }

  /** Logs problems with the disk and the wallpaper; those with posts and settings are logged by other code. */
  function logNeeds(now: AppState): void {
    const currentNeeds = runInEnglish(() => needsOf(now)).filter(
      ({ kind }) => kind === 'disk' || kind === 'wallpaper',
    );
    const detail = now.wallpaper.kind === 'failed' ? now.wallpaper.detail : '';
    const texts = new Map(
      currentNeeds.map(({ kind, text }) => [
        kind,
        kind === 'wallpaper' && detail !== '' ? `${text}: ${detail}` : text,
      ]),
    );
    const wallpaperText = needs.get('wallpaper');
    // While the wallpaper is being set again, the problem is not over.
    if (now.wallpaper.kind === 'setting' && wallpaperText !== undefined)
      texts.set('wallpaper', wallpaperText);
    for (const [kind, text] of texts) if (needs.get(kind) !== text) writeLine(asSentence(text));
    for (const [kind, text] of needs) if (!texts.has(kind)) writeLine(`Over: ${text}.`);
    needs = texts;
  }

  function logPosts({ journal: { counts } }: AppState): void {
    const newCount = counts.refused - refusedCount;
    refusedCount = counts.refused;
    const postsText = newCount === 1 ? 'a post' : `${newCount} posts`;
    if (newCount > 0) writeLine(`Journal: the service refused ${postsText}. The journal says why.`);
  }

  function check(now: AppState): void {
    for (const name of serviceNames) logService(name, now);
    logPosts(now);
    logNeeds(now);
  }

  check(state.current);
  return state.subscribe(check);
}
