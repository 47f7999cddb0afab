import type { ComposerOptions, ComposingPage } from '#platform/compositor/composer.ts';
import type { ReusablePage } from '#platform/compositor/page.ts';
import type { Exchange } from '#platform/compositor/exchange.ts';

export interface KeepAlivePages {
  readonly openPage: ComposerOptions['openPage'];
  /** Ends the idle page, if there is one. */
  readonly close: () => void;
}

/** Keeps the last page alive for the next picture: starting a process takes longer than drawing. */
export function keepAlive(open: (answer: Exchange['answer']) => ReusablePage): KeepAlivePages {
  let waiting: ReusablePage | null = null;

  function use(page: ReusablePage): ComposingPage {
    let isGone = false;
    void page.gone.then(() => {
      isGone = true;
      if (waiting === page) waiting = null;
    });
    return {
      gone: page.gone,
      destroy() {
        if (isGone || page.again === undefined) page.destroy();
        else waiting = page;
      },
    };
  }

  return {
    openPage(answer) {
      const page = waiting;
      waiting = null;
      if (page?.again === undefined) return use(open(answer));
      page.again(answer);
      return use(page);
    },
    close() {
      waiting?.destroy();
      waiting = null;
    },
  };
}
