import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { channelName, contract, type Handlers } from '#shared/contract.ts';
import { ok } from '#shared/failure.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { defaultAppearance } from '#shared/wallpaper/appearance.ts';
import { isAppUrl } from '../windows/origin.ts';
import { createReceivers, type Sender } from './receiver.ts';

/** A page that was taken over: it may say anything on every channel, but only as the app's own page. */

const page = { url: 'overhead://app/', parent: null } as Sender;

const commands = Object.entries(contract).flatMap(([group, entries]) =>
  Object.entries<{ direction: string; input?: z.ZodType }>(entries)
    .filter(([, { direction }]) => direction === 'command')
    .map(([name, { input }]) => ({ group, name, input })),
);

/** Handlers that write down what they are given. */
function rig() {
  const handled: unknown[] = [];
  const echo = (input: unknown) => {
    handled.push(input);
    return ok(null);
  };
  const handlers = Object.fromEntries(
    Object.entries(contract).map(([group, entries]) => [
      group,
      Object.fromEntries(Object.keys(entries).map((name) => [name, echo])),
    ]),
  ) as unknown as Handlers;
  const defects: unknown[] = [];
  const receivers = createReceivers({
    handlers,
    isTrusted: isAppUrl,
    onDefect: (error) => void defects.push(error),
  });
  return { handled, defects, receivers };
}

/** What a structured clone can carry, with the keys that schemas look for and those that prototypes have. */
const keys = fc.oneof(
  fc.constantFrom(
    ...['date', 'href', 'services', 'own', 'picture', 'id', 'url', 'displays', 'fit'],
  ),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'length'),
  fc.string(),
);
const garbage = fc.anything({
  key: keys,
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withSparseArray: true,
  withNullPrototype: true,
});

describe.each(commands)('$group $name', ({ group, name, input }) => {
  it('answers whatever comes as data, and acts on nothing that is not its own', async () => {
    const { receivers, handled, defects } = rig();
    const receive = receivers.get(channelName(group, name));
    await fc.assert(
      fc.asyncProperty(garbage, async (thing) => {
        handled.length = 0;
        const answer = await receive?.(page, thing, 1);
        if (answer?.ok === true) {
          expect(handled).toHaveLength(1);
          expect(input?.safeParse(handled[0]).success).toBe(true);
        } else {
          expect(answer).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } });
          expect(handled).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
    expect(defects).toEqual([]);
    expect(Object.prototype).not.toHaveProperty('services');
  });
});

const services = (own: object, proxy: string | null = null): object => ({
  services: { source: 'own', own, proxy },
});
const addresses = (url: string): object => ({ picture: url, position: url, posts: url });

describe('what has the right shape and is meant badly is refused', () => {
  it.each<[string, string, unknown]>([
    ['settings', 'change', services(addresses('file:///etc/passwd'))],
    ['settings', 'change', services(addresses('https://me:word@evil.example'))],
    ['settings', 'change', services(addresses('https://evil.example/?x='))],
    ['settings', 'change', services(addresses('https://evil.example/\nforged line'))],
    ['settings', 'change', services(addresses(`https://evil.example/${'x'.repeat(1e6)}`))],
    ['settings', 'change', services(addresses('https://evil.example'), 'socks5://evil.example')],
    [
      'settings',
      'change',
      { picture: { providers: 'automatic', withoutPicture: 'keep', keepMiB: 1e9 } },
    ],
    ['settings', 'setApiKey', 'a\r\nHost: evil.example'],
    ['settings', 'setApiKey', 'a&x=1'],
    ['settings', 'test', { service: 'picture', url: 'overhead://app/' }],
    ['picture', 'day', '../../etc/passwd'],
    ['picture', 'save', '2026-11-20/../../x'],
    ['picture', 'save', '2026-11-20\n'],
    ['picture', 'openLink', { date: '2026-11-20', href: 'x'.repeat(5000) }],
    ['picture', 'setWallpaper', { date: '..', fit: null, displays: null }],
    ...[1e9, 0, -1, 0.5, NaN].map((width): [string, string, unknown] => [
      ...(['picture', 'preview'] as const),
      {
        title: '',
        credit: null,
        date: '2026-11-20',
        appearance: defaultAppearance,
        dimmed: false,
        fit: 'automatic',
        caption: false,
        measure: { width, height: 100, focus: { x: 0.5, y: 0.5 } },
      },
    ]),
    ...[{ colour: 'red; x' }, { dimPercent: 100 }, { corner: 'middle' }].map(
      (wrong): [string, string, unknown] => [
        ...(['settings', 'change'] as const),
        {
          wallpaper: {
            ...defaultSettings.wallpaper,
            appearance: { ...defaultAppearance, ...wrong },
          },
        },
      ],
    ),
    ['archive', 'thumbnails', Array(101).fill('2026-11-20')],
    ['archive', 'thumbnails', ['../x']],
    ['journal', 'get', "' OR 1=1 --"],
    ['journal', 'page', { before: null, limit: 1e9, words: '' }],
    ['app', 'copyText', 'x'.repeat((1 << 20) + 1)],
    ['app', 'pause', -1],
    ['window', 'open', 'https://evil.example'],
    ['station', 'setObserver', { latitude: NaN, longitude: 0, altitude: 0 }],
    ['station', 'setObserver', { latitude: 1e308, longitude: 0, altitude: Infinity }],
  ])('%s.%s', async (group, name, thing) => {
    const { receivers, handled } = rig();
    const answer = await receivers.get(channelName(group, name))?.(page, thing, 1);
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } });
    expect(JSON.stringify(answer)).not.toContain('evil.example');
    expect(handled).toEqual([]);
  });
});
