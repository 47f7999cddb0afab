import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { channelName } from '#shared/channels.ts';
import { contract, type Handlers } from '#shared/contract.ts';
import { ok } from '#shared/failure.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { defaultAppearance } from '#shared/wallpaper/appearance.ts';
import { isAppUrl } from '../windows/origin.ts';
import { createReceivers, type Sender } from './receiver.ts';
import { runs } from '#test/support/runs.ts';

/** The sender of all messages: a compromised page of the app, which may send anything on every channel. */
const page = { url: 'overhead://app/', parent: null } as Sender;

const commands = Object.entries(contract).flatMap(([group, entries]) =>
  Object.entries<{ direction: string; input?: z.ZodType }>(entries)
    .filter(([, { direction }]) => direction === 'command')
    .map(([name, { input }]) => ({ group, name, input })),
);

/** Receivers of all commands; `handled` lists the inputs that reached a handler. */
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
  const receivers = createReceivers({
    handlers,
    isTrusted: isAppUrl,
  });
  return { handled, receivers };
}

/** Keys of random objects: some that the schemas use, some that prototypes have, and random ones. */
const keys = fc.oneof(
  fc.constantFrom(
    ...['date', 'href', 'services', 'own', 'picture', 'id', 'url', 'displays', 'fit'],
  ),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'length'),
  fc.string(),
);
/** Random values of the types that a structured clone can carry. */
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

describe.each(commands)('the command $group $name', ({ group, name, input }) => {
  it('answers any input with a result or a failure, and runs only for valid inputs', async () => {
    const { receivers, handled } = rig();
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
      { numRuns: runs(200) },
    );
    expect(Object.prototype).not.toHaveProperty('services');
  });
});

it('checks whole texts: the patterns of all inputs begin with ^ and end with $', () => {
  const inputs = commands.flatMap(({ input }) => (input === undefined ? [] : [input]));
  const schemas = inputs.map((input) =>
    z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
  );
  const patterns = [...JSON.stringify(schemas).matchAll(/"pattern":("(?:[^"\\\\]|\\\\.)*")/g)].map(
    ([, pattern = '""']) => String(JSON.parse(pattern)),
  );
  expect(patterns.length).toBeGreaterThan(4);
  expect(patterns.filter((pattern) => !/^\^.*\$$/.test(pattern))).toEqual([]);
});

const withObserver = (observer: Observer) => ({
  station: { ...defaultSettings.station, observer },
});

describe('the size limit of inputs', () => {
  const deep = (depth: number): unknown => {
    let value: unknown = null;
    for (let n = 0; n < depth; n++) value = [value];
    return value;
  };
  const large: readonly unknown[] = [
    'x'.repeat(6 * 2 ** 20),
    Array(1_000_000).fill('2026-11-20'),
    Array(20_000).fill({ date: '2026-11-20' }),
    Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, n])),
    { title: 'x'.repeat(3 * 2 ** 20), body: 'x'.repeat(3 * 2 ** 20) },
    { services: { own: Array(20_000).fill('') } },
    deep(100_000),
  ];

  it.each(commands)(
    'refuses a larger input of $group $name before it is parsed',
    async ({ group, name, input }) => {
      const { receivers, handled } = rig();
      const parse = vi.spyOn(input ?? z.null(), 'safeParse');
      for (const thing of large)
        expect(await receivers.get(channelName(group, name))?.(page, thing, 1)).toMatchObject({
          failure: { kind: 'invalid-input', detail: `${group}.${name}: too large` },
        });
      expect(parse).not.toHaveBeenCalled();
      expect(handled).toEqual([]);
      parse.mockRestore();
    },
  );

  it('counts a list and its values, 10,000 at most, and 5 MiB of characters', async () => {
    const receive = rig().receivers.get(channelName('archive', 'days'));
    const refusalOf = async (length: number) =>
      JSON.stringify(await receive?.(page, Array(length).fill(1), 1));
    expect(await refusalOf(9_999)).not.toContain('too large');
    expect(await refusalOf(10_000)).toContain('too large');
    const ofText = async (length: number) =>
      JSON.stringify(await receive?.(page, 'x'.repeat(length), 1));
    expect(await ofText(5 * 2 ** 20)).not.toContain('too large');
    expect(await ofText(5 * 2 ** 20 + 1)).toContain('too large');
  });

  it('accepts a draft of 4 MiB', async () => {
    const { receivers, handled } = rig();
    const draft = {
      id: crypto.randomUUID(),
      title: 't',
      body: 'x'.repeat(4_190_000),
      publish: false,
    };
    await receivers.get(channelName('journal', 'write'))?.(page, draft, 1);
    expect(handled).toHaveLength(1);
  });
});

describe('a text of 100,000 characters', () => {
  /** The paths of all strings in a schema that accept a text of 100,000 characters. */
  const unlimited = (schema: z.ZodType, path: string): string[] => {
    const { def } = schema as unknown as { def: Record<string, unknown> & { type: string } };
    const inner = (part: unknown, name: string): string[] =>
      part === undefined ? [] : unlimited(part as z.ZodType, name);
    switch (def.type) {
      case 'string':
        return schema.safeParse('x'.repeat(100_000)).success ? [path] : [];
      case 'object':
        return Object.entries(def['shape'] as object).flatMap(([key, part]) =>
          inner(part, `${path}.${key}`),
        );
      case 'array':
        return inner(def['element'], `${path}[]`);
      case 'union':
        return (def['options'] as unknown[]).flatMap((part) => inner(part, path));
      case 'pipe':
        return inner(def['in'], path);
      default:
        return inner(def['innerType'], path);
    }
  };

  it('is accepted only by `app.copyText` and in a post', () => {
    const found = commands.flatMap(({ group, name, input }) =>
      input === undefined ? [] : unlimited(input, `${group}.${name}`),
    );
    // `app.copyText` accepts 1 MiB. The commands of the journal limit their input only as a whole.
    expect(found.filter((path) => !path.startsWith('journal.'))).toEqual(['app.copyText']);
    expect(new Set(found.filter((path) => path.startsWith('journal.')))).toEqual(
      new Set(
        ['create.title', 'create.body', 'write.title', 'write.body'].map((end) => `journal.${end}`),
      ),
    );
  });
});

const services = (own: object, proxy: string | null = null): object => ({
  services: { source: 'own', own, proxy },
});
const addresses = (url: string): object => ({ picture: url, position: url, posts: url });

describe('a hostile value in an otherwise valid input', () => {
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
    ['wallpaper', 'set', { date: '..', fit: null, displays: null }],
    ...[1e9, 0, -1, 0.5, NaN].map((width): [string, string, unknown] => [
      ...(['wallpaper', 'preview'] as const),
      {
        title: '',
        credit: null,
        date: '2026-11-20',
        explanation: '',
        appearance: defaultAppearance,
        dimmed: false,
        fit: 'automatic',
        caption: false,
        measure: { width, height: 100, focus: { x: 0.5, y: 0.5 } },
      },
    ]),
    ...[
      { colour: 'red; x' },
      { colour: 'x#000000' },
      { caption: 'huge' },
      { corner: 'middle' },
    ].map((wrong): [string, string, unknown] => [
      ...(['settings', 'change'] as const),
      {
        wallpaper: {
          ...defaultSettings.wallpaper,
          appearance: { ...defaultAppearance, ...wrong },
        },
      },
    ]),
    ['archive', 'thumbnails', Array(101).fill('2026-11-20')],
    ['archive', 'thumbnails', ['../x']],
    ['journal', 'get', "' OR 1=1 --"],
    ['journal', 'addPhoto', { id: '../x', file: new Uint8Array(1) }],
    ['journal', 'addPhoto', { id: crypto.randomUUID(), file: '/etc/passwd' }],
    [
      ...(['journal', 'addPhoto'] as const),
      { id: crypto.randomUUID(), file: new Uint8Array(50 * 2 ** 20 + 1) },
    ],
    ['journal', 'usePhoto', { id: crypto.randomUUID(), at: 1e300 }],
    ['journal', 'usePhoto', { id: crypto.randomUUID(), at: '1/../../x' }],
    ['journal', 'page', { before: null, limit: 1e9, words: '' }],
    ['app', 'copyText', 'x'.repeat((1 << 20) + 1)],
    ['app', 'pause', -1],
    ['window', 'open', 'https://evil.example'],
    ['settings', 'change', withObserver({ latitude: NaN, longitude: 0, altitude: 0 })],
    ['settings', 'change', withObserver({ latitude: 1e308, longitude: 0, altitude: Infinity })],
  ])('is refused by %s.%s', async (group, name, thing) => {
    const { receivers, handled } = rig();
    const answer = await receivers.get(channelName(group, name))?.(page, thing, 1);
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } });
    expect(JSON.stringify(answer)).not.toContain('evil.example');
    expect(handled).toEqual([]);
  });
});
