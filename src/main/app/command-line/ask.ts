import { createServer, type Socket } from 'node:net';
import { parseJson } from '#shared/json.ts';
import { answerLimit, answerSchema, type Answer } from './hand-over.ts';
import { makeAnswerAddress } from './address.ts';

/** A question that is about to be handed to the running instance. */
export interface Question {
  /** Where the answer is to be sent. */
  readonly address: string;
  /** Null when none came in time, or what came is no answer. */
  readonly answer: () => Promise<Answer | null>;
  /** Stops listening. */
  readonly close: () => void;
}

export interface Patience {
  /** Until the running instance calls back, in milliseconds. */
  readonly call: number;
  /** From then until its answer is here. */
  readonly answer: number;
  /** Whether to wait until the other side has gone too. */
  readonly untilGone: boolean;
}

/** Listens for one answer. From the return of this call on, an answer finds somebody who takes it. */
export function openQuestion({ call, answer: forAnswer, untilGone }: Patience): Question {
  const { path, remove } = makeAnswerAddress();
  const answered = Promise.withResolvers<Answer | null>();
  let caller: Socket | null = null;
  let timer = setTimeout(() => answered.resolve(null), call);

  const server = createServer((socket) => {
    // One caller, and no other.
    if (caller !== null) {
      socket.destroy();
      return;
    }
    caller = socket;
    clearTimeout(timer);
    timer = setTimeout(() => answered.resolve(null), forAnswer);
    let text = '';
    const settle = (): void => {
      const parsed = answerSchema.safeParse(parseJson(text));
      answered.resolve(parsed.data ?? null);
    };
    socket.setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.on('close', settle);
    socket.on('data', (part: string) => {
      text += part;
      if (text.length > answerLimit) answered.resolve(null);
      else if (!untilGone && text.endsWith('\n')) settle();
    });
  });
  // Whatever it is, nobody will call.
  server.on('error', () => answered.resolve(null));
  // The address is taken within this call, and a caller waits until it is accepted.
  server.listen(path);

  function close(): void {
    clearTimeout(timer);
    caller?.destroy();
    server.close();
    remove();
  }
  return {
    address: path,
    answer: () => answered.promise.finally(close),
    close,
  };
}
