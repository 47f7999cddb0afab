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

function readColours(element: Element): MapColours {
  const isForced = matchMedia('(forced-colors: active)').matches;
  // A canvas takes names of the person's own colours (`Canvas`) for those of a light page: an element knows better.
  const probe = document.createElement('span');
  probe.hidden = true;
  probe.style.setProperty('forced-color-adjust', 'none');
  (element.parentElement ?? document.body).append(probe);
  const colour = (value: string): string => {
    probe.style.color = value;
    return getComputedStyle(probe).color;
  };
  const token = (name: string): string => colour(`var(${name})`);
  const colours = {
    sea: token('--map-sea'),
    land: token('--map-land'),
    line: token('--map-line'),
    night: token('--map-night'),
    edge: token('--map-edge'),
    accent: token('--accent'),
    halo: token('--map-halo'),
    // Where those rule, the text has one that no token knows.
    text: isForced ? colour('CanvasText') : token('--text'),
  };
  probe.remove();
  return colours;
}
