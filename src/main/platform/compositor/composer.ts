import { readFile, stat } from 'node:fs/promises';
import { fail } from '#shared/failure.ts';
import { aborted } from '#runtime/clock.ts';
import { createQueue } from '#runtime/queue.ts';
import {
  createExchange,
  type Exchange,
  composingFailure,
  type ComposeResult,
  type Order,
} from './exchange.ts';

/** A page in its own process that decodes and draws. */
export interface ComposingPage {
  /** Resolves with the reason if the page will never answer: it crashed, was closed or could not be loaded. */
  readonly gone: Promise<string>;
  /** Ends its process. May be called again. */
  destroy(): void;
}

interface ComposerOptions {
  /** Opens the page; `answer` is called for each of its requests except for its own files. */
  readonly openPage: (answer: Exchange['answer']) => ComposingPage;
  /** How long one order may take, in milliseconds. */
  readonly timeoutMs?: number;
}

export interface Composer {
  /** Draws the wallpapers and destroys the page. Rejects only if the plan threw. */
  readonly compose: (order: Order, signal: AbortSignal) => Promise<ComposeResult>;
}

/** The limit of a download. */
const mostBytes = 256 * 2 ** 20;

/** Draws wallpapers, one order at a time, to limit the memory. */
export function createComposer({ openPage, timeoutMs = 30_000 }: ComposerOptions): Composer {
  const queue = createQueue();

  async function compose(order: Order, signal: AbortSignal): Promise<ComposeResult> {
    if (signal.aborted) return stopped();
    const picture = await readPicture(order.path);
    if (typeof picture === 'string') return fail(composingFailure(picture));
    const exchange = createExchange({ picture, plan: order.plan });
    const page = openPage(exchange.answer);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      return await Promise.race([
        exchange.ended,
        page.gone.then((words) => fail(composingFailure(words))),
        aborted(limit).then(() =>
          signal.aborted
            ? stopped()
            : fail(composingFailure(`it was not composed within ${timeoutMs / 1000} s`)),
        ),
      ]);
    } finally {
      page.destroy();
    }
  }

  return {
    compose: (order, signal) => queue.run(() => compose(order, signal)),
  };
}

const stopped = (): ComposeResult => fail(composingFailure('it was stopped'));

async function readPicture(path: string): Promise<Uint8Array<ArrayBuffer> | string> {
  try {
    if ((await stat(path)).size > mostBytes) return 'the picture’s file is too large';
    return await readFile(path);
  } catch {
    return 'the picture’s file is gone';
  }
}
