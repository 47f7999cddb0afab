import { whenAborted } from '#runtime/clock.ts';
import { startPoller } from '#runtime/poller.ts';
import type { connectToCaller } from '#platform/process/answer-socket.ts';
import type { CommandTarget, RemoteCommand, QueryName } from './command-table.ts';
import { queryAnswer } from './commands.ts';
import type { Answer } from './hand-over.ts';

/** The shortest time between two answers, in milliseconds. A download changes the state many times a second. */
const minAnswerGapMs = 1_000;

type Caller = Pick<NonNullable<ReturnType<typeof connectToCaller<Answer>>>, 'gone' | 'sendNewest'>;

/**
 * Sends an answer immediately and after each change, until the caller disconnects or the app ends. Continues when the
 * app is composed again.
 *
 * @param target resolves with the app when it has started, or with undefined when it ends
 */
export async function sendChanges(
  name: QueryName,
  command: RemoteCommand,
  caller: Caller,
  target: () => Promise<CommandTarget | undefined>,
): Promise<void> {
  /** The content of the last answer, without the time of the answer. */
  let lastContent: string | null = null;

  async function follow(app: CommandTarget): Promise<void> {
    const query = app.queries[name];
    const followedPart = (): unknown => query.follows(app.state());
    /** The part of the state that the last answer was made from. */
    let answeredPart: unknown = null;
    const loop = startPoller({
      clock: app.clock,
      begin: Promise.resolve(),
      minGapMs: minAnswerGapMs,
      onPlan: () => undefined,
      async round() {
        const part = followedPart();
        const answer = await queryAnswer(name, command, app);
        const { content, text } = answer;
        const newContent = command.json ? JSON.stringify({ ...content, at: null }) : text;
        if (newContent !== lastContent) caller.sendNewest(answer);
        lastContent = newContent;
        answeredPart = part;
        return { delayMs: null };
      },
    });
    const unsubscribe = app.subscribe(() => {
      if (followedPart() !== answeredPart) loop.poke();
    });
    await Promise.race([whenAborted(app.ended), whenAborted(caller.gone)]);
    unsubscribe();
    await loop.dispose();
  }

  for (;;) {
    const app = await target();
    if (app === undefined || caller.gone.aborted) return;
    await follow(app);
  }
}
