import { m } from '#words';
import type { AppState } from '#shared/state.ts';
import { needsOf } from '#shared/status/needs.ts';
import { holdEndOf } from '#shared/status/standing.ts';
import { statusOf } from '#shared/status/status.ts';
import { dueInWords } from '#shared/time-words.ts';
import { asSentence, joinSentences } from '#shared/words.ts';

interface SideStatus {
  readonly tone: 'calm' | 'bad';
  readonly words: string;
  /**
   * What a screen reader announces when it changes: a pause or the problems. `well`: the side bar shows nothing. Null
   * during sleep and while the screen is locked.
   */
  readonly kind: string | null;
}

/**
 * A short status for the side bar. During a suspension or a problem, it is the headline of the Status view, without the
 * advice for a problem that needs the user. Otherwise, and while only the posts service asks to wait, it is the next
 * event of the picture. `now` in milliseconds since the Unix epoch.
 */
export function sideStatusOf(app: AppState, now: number): SideStatus {
  const { headline, services } = statusOf(app, now);
  if (app.suspension.paused !== null || app.suspension.power !== 'awake')
    return {
      tone: 'calm',
      words: headline,
      kind: app.suspension.power === 'awake' ? 'paused' : null,
    };
  const { picture, position, posts } = services;
  // The journal shows until when the posts service asked to wait.
  const isHeld = posts.state === 'failing' && holdEndOf(app.activities.posts, now) !== null;
  const problems = [
    ...needsOf(app).map(({ kind }) => kind),
    ...(picture.hasProblem ? ['picture'] : []),
    ...(position.hasProblem ? ['position'] : []),
    ...(posts.hasProblem && !isHeld ? ['posts'] : []),
  ];
  if (problems.length > 0) {
    // The advice is in the view where the problem can be solved, and in Status.
    const [need] = needsOf(app);
    const words = need === undefined ? headline : asSentence(need.text);
    return { tone: 'bad', words, kind: problems.join(' ') };
  }
  const { nextAt, waitsFor } = picture;
  const words =
    nextAt === null
      ? waitsFor
      : joinSentences([waitsFor, m.status_next_request({ when: dueInWords(nextAt, now) })]);
  return { tone: 'calm', words, kind: 'well' };
}
