export interface MapColours {
  readonly sea: string;
  readonly land: string;
  readonly line: string;
  readonly night: string;
  readonly edge: string;
  readonly accent: string;
  readonly halo: string;
  readonly text: string;
}

/** What changes the values of the tokens. */
const themes = ['(prefers-color-scheme: light)', '(forced-colors: active)'];

/** Tells the colours of the theme, at once and whenever it changes. Returns what stops it. */
export function followColours(element: Element, tell: (colours: MapColours) => void): () => void {
  const stop = new AbortController();
  const read = (): void => tell(readColours(element));
  read();
  for (const theme of themes) {
    matchMedia(theme).addEventListener('change', read, { signal: stop.signal });
  }
  return () => stop.abort();
}

/** Where the person's own colours rule, the text has one that no token knows. */
const forcedText = 'CanvasText';

function readColours(element: Element): MapColours {
  const isForced = matchMedia('(forced-colors: active)').matches;
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    sea: token('--map-sea'),
    land: token('--map-land'),
    line: token('--map-line'),
    night: token('--map-night'),
    edge: token('--map-edge'),
    accent: token('--accent'),
    halo: token('--map-halo'),
    text: isForced ? forcedText : token('--text'),
  };
}
