// Imported for the type of `cdp()`.
import type {} from '@vitest/browser-playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { cdp } from 'vitest/browser';
import './tokens.css';

type Rgb = readonly [number, number, number];
interface Theme {
  readonly name: string;
  readonly features: readonly { name: string; value: string }[];
  readonly isRed?: boolean;
}

const scheme = (value: string) => ({ name: 'prefers-color-scheme', value });
const more = { name: 'prefers-contrast', value: 'more' };
const themes: readonly Theme[] = [
  { name: 'dark', features: [scheme('dark')] },
  { name: 'light', features: [scheme('light')] },
  { name: 'dark, more contrast', features: [scheme('dark'), more] },
  { name: 'light, more contrast', features: [scheme('light'), more] },
  { name: 'red night mode', features: [scheme('light')], isRed: true },
  { name: 'red night mode, more contrast', features: [scheme('dark'), more], isRed: true },
  { name: 'forced colors', features: [{ name: 'forced-colors', value: 'active' }] },
];

async function show({ features, isRed = false }: Theme): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { features: [...features] });
  if (isRed) document.documentElement.dataset['night'] = 'red';
}
afterEach(async () => {
  delete document.documentElement.dataset['night'];
  await cdp().send('Emulation.setEmulatedMedia', { features: [] });
});

const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

/** The value of a token in the page, or in a map. A map is dark in every theme. */
function valueOf(token: string, isOnMap = false): string {
  const probe = document.createElement('span');
  probe.style.setProperty('forced-color-adjust', 'none');
  if (isOnMap && !matchMedia('(forced-colors: active)').matches) probe.style.colorScheme = 'dark';
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The visible colour of several layers, the lowest first. */
function seen(...tokens: readonly string[]): Rgb {
  const isOnMap = tokens.some((token) => token.startsWith('--map-'));
  return layered(tokens.map((token) => valueOf(token, isOnMap)));
}

function layered(colours: readonly string[]): Rgb {
  if (context === null) throw new Error('no canvas');
  context.fillStyle = '#000';
  context.fillRect(0, 0, 1, 1);
  for (const colour of colours) {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, contrast ratio. */
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

interface Pair {
  readonly front: readonly string[];
  readonly ground: readonly string[];
  readonly least: number;
}

const grounds = ['--sky', '--surface', '--raised'];
const words = ['--text', '--muted', '--accent', '--good', '--warn', '--bad', '--info'];
const pairs: readonly Pair[] = [
  ...grounds.flatMap((ground) => [
    ...words.map((front) => ({ front: [front], ground: [ground], least: 4.5 })),
    ...['--field-line', '--focus'].map((front) => ({ front: [front], ground: [ground], least: 3 })),
    ...['--chosen', '--hover'].map((layer) => ({
      front: ['--text'],
      ground: [ground, layer],
      least: 4.5,
    })),
  ]),
  { front: ['--on-accent'], ground: ['--accent'], least: 4.5 },
  ...['--over-text', '--over-muted', '--over-accent', '--over-good', '--over-bad'].map((front) => ({
    front: [front],
    ground: ['--over-ground'],
    least: 4.5,
  })),
  { front: ['--over-on-accent'], ground: ['--over-accent'], least: 4.5 },
  // Text and lines of the map and of the sky chart.
  { front: ['--muted'], ground: ['--map-sea'], least: 4.5 },
  { front: ['--accent'], ground: ['--map-sea'], least: 3 },
  { front: ['--accent'], ground: ['--map-land'], least: 3 },
  { front: ['--accent'], ground: ['--map-land', '--map-night'], least: 3 },
];

describe.each(themes)('the colours of $name', (theme) => {
  it('have enough contrast in every pair', async () => {
    await show(theme);
    const weak = pairs
      .map(({ front, ground, least }) => {
        const ratio = contrast(seen(...ground, ...front), seen(...ground));
        const pair = `${front.join(' ')} on ${ground.join(' + ')}`;
        return ratio < least ? `${pair}: ${ratio.toFixed(2)}, not ${least}` : null;
      })
      .filter((fault) => fault !== null);
    // The system chooses forced colours. Pairs that depend on its choice are not checked then.
    expect(theme.name === 'forced colors' ? weak.filter(isOurs) : weak).toEqual([]);
  });
});

it.each(themes.filter(({ name }) => name !== 'forced colors'))(
  '$name shows land in the night side of the map',
  async (theme) => {
    await show(theme);
    // The token is the colour of one of the four twilights.
    const night = Array<string>(4).fill('--map-night');
    expect(contrast(seen('--map-land', ...night), seen('--map-sea', ...night))).toBeGreaterThan(
      1.05,
    );
  },
);

/**
 * The system colour `Highlight` is meant for backgrounds: as the colour of text, its contrast depends on the system.
 */
const isOurs = (fault: string): boolean => !/^--(accent|focus|over-)/.test(fault);

/** The names of all tokens that are colours. */
function colourTokens(): string[] {
  const names = new Set<string>();
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules)
      if (rule instanceof CSSStyleRule && rule.selectorText.startsWith(':root'))
        for (const name of rule.style)
          if (name.startsWith('--') && isColour(rule.style.getPropertyValue(name))) names.add(name);
  return [...names];
}
const isColour = (value: string): boolean =>
  /^(oklch|light-dark|var\(--(red|accent))/.test(value.trim());

it.each(themes.filter(({ isRed }) => isRed))(
  '$name emits neither green nor blue light',
  async (theme) => {
    const names = colourTokens();
    expect(names.length).toBeGreaterThan(30);
    await show(theme);
    const bright = names
      .map((name) => [name, ...seen(name)] as const)
      .filter(([, , green, blue]) => green > 3 || blue > 3)
      .map(([name, ...colour]) => `${name}: ${colour.join(' ')}`);
    expect(bright).toEqual([]);
  },
);
