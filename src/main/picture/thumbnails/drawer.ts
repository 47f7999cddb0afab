import { createComposer, type ComposingPage } from '#platform/compositor/composer.ts';
import type { Exchange, ComposeResult, Order } from '#platform/compositor/exchange.ts';
import type { ReusablePage } from '#platform/compositor/page.ts';

/** Draws pictures in a hidden page. */
interface PictureDrawer {
  draw(order: Order, signal: AbortSignal): Promise<ComposeResult>;
  /** Ends the page that is kept for the next picture, if there is one. */
  close(): void;
}

/** Keeps the page for the next picture, because starting a process takes longer than drawing. */
export function createPictureDrawer(
  open: (answer: Exchange['answer']) => ReusablePage,
): PictureDrawer {
  let idle: ReusablePage | null = null;

  function take(answer: Exchange['answer']): ReusablePage {
    if (idle === null) return open(answer);
    const page = idle;
    idle = null;
    page.again(answer);
    return page;
  }

  function openPage(answer: Exchange['answer']): ComposingPage {
    const page = take(answer);
    let isGone = false;
    void page.gone.then(() => {
      isGone = true;
      if (idle === page) idle = null;
    });
    return {
      gone: page.gone,
      destroy() {
        if (isGone) page.destroy();
        else idle = page;
      },
    };
  }

  function close(): void {
    idle?.destroy();
    idle = null;
  }

  const composer = createComposer({ openPage });
  return {
    async draw(order, signal) {
      const drawn = await composer.compose(order, signal);
      // Use a new page after any failure.
      if (!drawn.ok) close();
      return drawn;
    },
    close,
  };
}
