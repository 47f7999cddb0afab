import { readFile, stat } from 'node:fs/promises';
import { fail } from '#shared/failure.ts';
import { systemClock, whenAborted, type Clock } from '#runtime/clock.ts';
import { createQueue } from '#runtime/queue.ts';
import {
  ComposingExchange,
  composingFailure,
  type ComposeResult,
  type CompositionOrder,
} from './exchange.ts';

/** A page in a separate process that decodes and draws pictures. */
export interface ComposingPage {
  /** Resolves with the reason if the page will never answer: it crashed, was closed or could not be loaded. */
  readonly gone: Promise<string>;
  /** Reloads the page in the same process, for another picture. */
  again(answer: ComposingExchange['answer']): void;
  /** Ends the process of the page. Has no effect when called again. */
  destroy(): void;
}

interface ComposerOptions {
  /** Opens the page. `answer` receives every request of the page; null: the request is for a file of the page. */
  readonly openPage: (answer: ComposingExchange['answer']) => ComposingPage;
  /** The time limit for one order, in milliseconds. */
  readonly timeoutMs?: number;
  readonly clock?: Pick<Clock, 'sleep'>;
}

export type Composer = ReturnType<typeof createComposer>;

/**
 * How long an idle page stays open, in milliseconds. A new picture is drawn for the desktop, for the windows and as a
 * thumbnail within this time, so that one process draws all three.
 */
const idleLimitMs = 2_000;

/** The size limit of the file of a picture, in bytes. */
const maxPictureBytes = 256 * 2 ** 20;

/** Draws pictures in one page, one order at a time, to limit the memory. */
export function createComposer({
  openPage,
  timeoutMs = 30_000,
  clock = systemClock,
}: ComposerOptions) {
  const queue = createQueue();
  let idlePage: ComposingPage | null = null;
  let idleTimer = new AbortController();

  function take(answer: ComposingExchange['answer']): ComposingPage {
    const page = idlePage;
    if (page === null) return open(answer);
    idleTimer.abort();
    idlePage = null;
    page.again(answer);
    return page;
  }

  function release(page: ComposingPage): void {
    idlePage = page;
    idleTimer = new AbortController();
    void clock.sleep(idleLimitMs, idleTimer.signal).then((isOver) => {
      if (isOver) close();
    });
  }

  function open(answer: ComposingExchange['answer']): ComposingPage {
    const page = openPage(answer);
    void page.gone.then(() => {
      if (idlePage === page) close();
    });
    return page;
  }

  function close(): void {
    idleTimer.abort();
    idlePage?.destroy();
    idlePage = null;
  }

  async function compose(order: CompositionOrder, signal: AbortSignal): Promise<ComposeResult> {
    if (signal.aborted) return stoppedResult();
    const picture = await readPicture(order.picture);
    if (typeof picture === 'string') return fail(composingFailure(picture));
    const exchange = new ComposingExchange(picture, order);
    const page = take((request) => exchange.answer(request));
    let isDrawn = false;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const result = await Promise.race([
        exchange.ended,
        page.gone.then((words) => fail(composingFailure(words))),
        whenAborted(limit).then(() =>
          signal.aborted
            ? stoppedResult()
            : fail(composingFailure(`it was not composed within ${timeoutMs / 1000} s`)),
        ),
      ]);
      isDrawn = result.ok;
      return result;
    } finally {
      if (isDrawn) release(page);
      else page.destroy();
    }
  }

  return {
    /**
     * Draws one picture, or several from one file. Rejects only if `plan` throws. The page stays open for the next
     * order, because starting a process takes as long as drawing. After a failure, the next order opens another page.
     */
    compose: (order: CompositionOrder, signal: AbortSignal) =>
      queue.run(() => compose(order, signal)),

    /** Closes the page now, unless the page is drawing. Without this call, the page closes when it has been idle. */
    close,
  };
}

const stoppedResult = (): ComposeResult => fail(composingFailure('it was stopped'));

/** Returns the bytes of a picture, or why they cannot be read. */
async function readPicture(
  picture: CompositionOrder['picture'],
): Promise<Uint8Array<ArrayBuffer> | string> {
  if (typeof picture !== 'string') return picture;
  try {
    if ((await stat(picture)).size > maxPictureBytes) return 'the picture’s file is too large';
    return await readFile(picture);
  } catch {
    return 'the picture’s file is gone';
  }
}
