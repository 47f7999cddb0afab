import { openBrowser } from './browser.ts';

export interface BoxOptions {
  readonly title: string;
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
  /** The button that has the focus. */
  readonly defaultId: number;
  /** What closing the window answers. */
  readonly cancelId: number;
}

const size = { x: 200, y: 160, width: 520, height: 340 };

/** A box in a window of a Chromium of its own, for where no program shows one. Gives back which button it was. */
export async function showBox(options: BoxOptions): Promise<number> {
  const answer = Promise.withResolvers<number>();
  const browser = await openBrowser({ bounds: size, isUnattached: true });
  try {
    const { page } = browser;
    page.once('close', () => answer.resolve(options.cancelId));
    await page.exposeFunction('answer', (id: number) => answer.resolve(id));
    await page.setContent(contentOf(options));
    await page.bringToFront();
    return await answer.promise;
  } finally {
    await browser.close();
  }
}

function contentOf({ title, message, detail, buttons, defaultId, cancelId }: BoxOptions): string {
  const row = buttons.map(
    (label, id) =>
      `<button onclick="answer(${id})"${id === defaultId ? ' autofocus' : ''}>${escaped(label)}</button>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>${escaped(title)}</title>
<style>
  :root { color-scheme: light dark; font: 14px/1.45 system-ui, sans-serif }
  body { display: grid; grid-template-rows: auto 1fr auto; gap: 12px; box-sizing: border-box; height: 100vh; margin: 0; padding: 20px }
  h1 { margin: 0; font-size: 16px }
  p { margin: 0; overflow: auto; white-space: pre-line; overflow-wrap: anywhere }
  div { display: flex; flex-direction: row-reverse; gap: 8px }
  button { font: inherit; padding: 4px 16px }
</style>
<body role="alertdialog" aria-labelledby="m" aria-describedby="d" onkeydown="if (event.key === 'Escape') answer(${cancelId})">
<h1 id="m">${escaped(message)}</h1><p id="d">${escaped(detail)}</p><div>${row.toReversed().join('')}</div></body>`;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
