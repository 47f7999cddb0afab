export interface MapColours {
  readonly sea: string;
  readonly land: string;
  readonly line: string;
  readonly night: string;
  readonly edge: string;
  readonly accent: string;
  readonly halo: string;
  /** Lights of cities. */
  readonly city: string;
  readonly text: string;
  readonly muted: string;
}

/** Media queries that change the values of the tokens. */
const themes = ['(prefers-color-scheme: light)', '(forced-colors: active)'];

/**
 * Calls back with the colours of the theme, immediately and after each change. Returns a function that ends the
 * subscription.
 */
export function followColours(element: Element, tell: (colours: MapColours) => void): () => void {
  const controller = new AbortController();
  const read = (): void => tell(readColours(element));
  read();
  for (const theme of themes) {
    matchMedia(theme).addEventListener('change', read, { signal: controller.signal });
  }
  const nightObserver = new MutationObserver(read);
  nightObserver.observe(document.documentElement, { attributeFilter: ['data-night'] });
  return () => {
    controller.abort();
    nightObserver.disconnect();
  };
}

function readColours(element: Element): MapColours {
  // A canvas resolves system colours (`Canvas`) as on a light page; an element resolves them correctly.
  const probe = document.createElement('span');
  probe.hidden = true;
  probe.style.setProperty('forced-color-adjust', 'none');
  (element.parentElement ?? document.body).append(probe);
  const tokenColour = (name: string): string => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    sea: tokenColour('--map-sea'),
    land: tokenColour('--map-land'),
    line: tokenColour('--map-line'),
    night: tokenColour('--map-night'),
    edge: tokenColour('--map-edge'),
    accent: tokenColour('--accent'),
    halo: tokenColour('--map-halo'),
    city: tokenColour('--map-city'),
    text: tokenColour('--text'),
    muted: tokenColour('--muted'),
  };
  probe.remove();
  return colours;
}
