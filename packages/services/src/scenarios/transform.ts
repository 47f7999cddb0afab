import { setTimeout } from 'node:timers/promises';
import type { ScenarioOccasion, WaitSeconds } from './definition.ts';

/** Returns the answer with another body, without the headers that no longer apply. */
function answerWithBody(
  answer: Response,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
  length: number | null,
): Response {
  const headers = new Headers(answer.headers);
  headers.delete('Content-Length');
  headers.delete('ETag');
  if (length !== null) headers.set('Content-Length', String(length));
  return new Response(body, { status: answer.status, headers });
}

/** A stream that produces each piece when the client has read the previous piece. */
export function streamOf(
  pieces: AsyncIterator<Uint8Array<ArrayBuffer>> | Iterator<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        const nextPiece = await pieces.next();
        if (nextPiece.done === true) controller.close();
        else controller.enqueue(nextPiece.value);
      },
      cancel: () => void pieces.return?.(),
    },
    { highWaterMark: 0 },
  );
}

const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());
const beginningOf = (whole: Uint8Array<ArrayBuffer>, kept: number) =>
  whole.subarray(0, Math.floor(whole.length * kept));

/**
 * Truncates the body, and sets the length to that of the remaining part. `kept` is this part as a fraction, in [0, 1].
 */
export async function truncateBody(answer: Response, kept: number): Promise<Response> {
  const cut = beginningOf(await bytesOf(answer), kept);
  return answerWithBody(answer, cut, cut.length);
}

/**
 * Declares the full length, but ends the connection after a part of the body. `kept` is this part as a fraction, in [0,
 * 1].
 */
export async function endBeforeLength(answer: Response, kept: number): Promise<Response> {
  const whole = await bytesOf(answer);
  const cut = beginningOf(whole, kept);
  // The body is a stream, because the server would correct the length of a buffer.
  const shortAnswer = answerWithBody(answer, streamOf([cut].values()), whole.length);
  // The connection must end: on a connection that stays open, the client would wait for the rest.
  shortAnswer.headers.set('Connection', 'close');
  return shortAnswer;
}

/** The time in seconds for sending the first half before the reset. */
const secondsBeforeReset = 0.05;

/** Sends half of the body, then resets the connection. */
export async function resetMidway(answer: Response, occasion: ScenarioOccasion): Promise<Response> {
  const whole = await bytesOf(answer);
  const pieces = async function* (): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    yield beginningOf(whole, 0.5);
    await waitOnOccasion(secondsBeforeReset, occasion);
    if (occasion.reset === undefined) throw new TypeError('the connection was reset');
    occasion.reset();
  };
  return answerWithBody(answer, streamOf(pieces()), whole.length);
}

/** Sends the body in small pieces, with a wait before each piece. */
export async function dripBody(
  answer: Response,
  occasion: ScenarioOccasion<{ readonly seconds: number; readonly bytes: number }>,
): Promise<Response> {
  const { seconds, bytes } = occasion.settings;
  const whole = await bytesOf(answer);
  const pieces = async function* (): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (let at = 0; at < whole.length; at += bytes) {
      if (!(await waitOnOccasion(seconds, occasion))) return;
      yield whole.subarray(at, at + bytes);
    }
  };
  return answerWithBody(answer, streamOf(pieces()), whole.length);
}

/** Whether an answer has a JSON body. An answer to HEAD has no body. */
const hasJson = (answer: Response): boolean =>
  answer.body !== null &&
  /^application\/([\w.-]+\+)?json\b/i.test(answer.headers.get('Content-Type') ?? '');

/** Changes the text of a JSON answer; returns any other answer unchanged. */
export async function mapJsonText(
  answer: Response,
  change: (text: string) => string,
): Promise<Response> {
  if (!hasJson(answer)) return answer;
  return answerWithBody(answer, change(await answer.text()), null);
}

/** Changes the value of a JSON answer; returns any other answer unchanged. */
export function mapJson(answer: Response, write: (value: unknown) => string): Promise<Response> {
  return mapJsonText(answer, (text) => {
    try {
      return write(JSON.parse(text));
    } catch (error) {
      // The text is not valid JSON if another scenario has changed it.
      if (error instanceof SyntaxError) return text;
      throw error;
    }
  });
}

/** Replaces the body of a JSON answer by a stream made of its text; returns any other answer unchanged. */
export async function streamJson(
  answer: Response,
  make: (text: string) => Iterator<Uint8Array<ArrayBuffer>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  if (!hasJson(answer)) return answer;
  const changedAnswer = answerWithBody(answer, streamOf(make(await answer.text())), null);
  for (const [name, value] of Object.entries(headers)) changedAnswer.headers.set(name, value);
  return changedAnswer;
}

/** Returns a signal that is aborted when the client disconnects or the services stop. */
function abandonSignal({ request, signal }: ScenarioOccasion): AbortSignal {
  return AbortSignal.any([request.signal, signal]);
}

/** Waits for the given number of seconds. Resolves with false when the client disconnects or the services stop. */
export const waitOnOccasion = (seconds: number, occasion: ScenarioOccasion): Promise<boolean> =>
  occasion.wait(seconds, occasion.request, abandonSignal(occasion));

/** The longest delay of a timer, in milliseconds: 25 days. A longer one would end at once. */
const longestDelayMs = 2_147_483_647;

export const waitRealSeconds: WaitSeconds = async (seconds, _request, signal) => {
  try {
    await setTimeout(Math.min(seconds * 1000, longestDelayMs), undefined, { signal });
    return true;
  } catch {
    return false;
  }
};
