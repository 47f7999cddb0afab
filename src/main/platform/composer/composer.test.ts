import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { ComposingOrder } from '#shared/wallpaper/composition.ts';
import { stillHeader } from '#shared/wallpaper/still-header.ts';
import { FakeClock, runPromiseCallbacks } from '#test/support/fake-clock.ts';
import { createComposer } from './composer.ts';
import { ComposingExchange } from './exchange.ts';

const folder = mkdtempSync(join(tmpdir(), 'overhead-composer-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'a.jpg');
const pictureText = 'the picture'.repeat(30);
writeFileSync(path, pictureText);

const canvas = { width: 10, height: 10, parts: [] };
const two: ComposingOrder = { compositions: [canvas, canvas], lossless: false };
const order = { picture: path, plan: () => two };
const jpeg = Buffer.from('\xff\xd8\xff rest', 'latin1');
const png = Buffer.from('\x89PNG\r\n\x1a\n rest', 'latin1');
const measure = JSON.stringify({ width: 100, height: 100, focus: { x: 0.5, y: 0.5 } });
const { signal } = new AbortController();

type Ask = (name: string, body?: string | Buffer<ArrayBuffer>) => Promise<Response>;

/** A composer with a test page: `page` sends the requests that the real page would send. */
function composer(
  page: (ask: Ask, crash: (words: string) => void) => unknown,
  options: { timeoutMs?: number } = {},
) {
  const clock = new FakeClock();
  const events: string[] = [];
  const openPage = (first: ComposingExchange['answer']) => {
    events.push('open');
    const gone = Promise.withResolvers<string>();
    const load = (answer: ComposingExchange['answer']): void => {
      const ask: Ask = async (name, body) => {
        const init = body === undefined ? {} : { method: 'POST', body };
        const answered = answer(new Request(`overhead://composer/${name}`, init));
        return (await answered) ?? new Response(null, { status: 404 });
      };
      page(ask, (words) => gone.resolve(words));
    };
    load(first);
    return {
      gone: gone.promise,
      again(answer: ComposingExchange['answer']) {
        events.push('again');
        load(answer);
      },
      destroy: () => events.push('destroy'),
    };
  };
  return { ...createComposer({ openPage, clock, ...options }), clock, events };
}
const failure = (detail: unknown) => ({ ok: false, failure: { kind: 'wallpaper', detail } });

describe('createComposer', () => {
  it('sends the picture and the drawing plan to the page, and returns the drawn pictures in sequence', async () => {
    const seen: string[] = [];
    const { compose, events } = composer(async (ask) => {
      seen.push(await (await ask('source')).text());
      seen.push(JSON.stringify(await (await ask('measure', measure)).json()));
      await ask('composed/0', jpeg);
      await ask('composed/1', png);
    });
    const made = await compose(order, signal);
    expect(seen).toEqual([pictureText, JSON.stringify(two)]);
    expect(made).toMatchObject({ ok: true, value: [{ format: 'jpeg' }, { format: 'png' }] });
    expect(made.ok && Buffer.from(made.value[0]?.bytes ?? []).equals(jpeg)).toBe(true);
    expect(events).toEqual(['open']);
  });

  it('distinguishes a picture that cannot be decoded from one that cannot be drawn', async () => {
    const broken = composer((ask) => ask('damaged', 'it breaks off'));
    expect(await broken.compose(order, signal)).toEqual({
      ok: false,
      failure: { kind: 'wallpaper', backend: null, why: 'damaged', detail: 'it breaks off' },
    });
    const failed = composer((ask) => ask('failed', 'no memory'));
    const result = await failed.compose(order, signal);
    expect(result).toMatchObject({ ok: false, failure: { kind: 'wallpaper' } });
    expect(result).not.toHaveProperty('failure.why');
  });

  it('tells the page whether the picture is the still of a film', async () => {
    const seen: (string | null)[] = [];
    const { compose } = composer(async (ask) => {
      seen.push((await ask('source')).headers.get(stillHeader));
      await drawTwo(ask);
    });
    await compose(order, signal);
    await compose({ ...order, isStill: true }, signal);
    expect(seen).toEqual([null, '1']);
  });

  /** Sends the requests with which the real page returns two wallpapers. */
  async function drawTwo(ask: Ask): Promise<void> {
    await ask('measure', measure);
    await ask('composed/0', jpeg);
    await ask('composed/1', jpeg);
  }

  it('draws several pictures in one page, and opens another page after `close`', async () => {
    const { compose, close, clock, events } = composer(drawTwo);
    for (let n = 0; n < 3; n += 1) expect(await compose(order, signal)).toMatchObject({ ok: true });
    expect(events).toEqual(['open', 'again', 'again']);
    close();
    close();
    expect(events).toEqual(['open', 'again', 'again', 'destroy']);
    expect(await compose(order, signal)).toMatchObject({ ok: true });
    expect(events).toEqual(['open', 'again', 'again', 'destroy', 'open']);
    // The time of the first page does not count for the second.
    await clock.advance(1_999);
    expect(await compose(order, signal)).toMatchObject({ ok: true });
    close();
    expect(await compose(order, signal)).toMatchObject({ ok: true });
    await clock.advance(1_999);
    expect(events.at(-1)).toBe('open');
  });

  it('closes the page 2 s after the last order, and opens another page for the next order', async () => {
    const { compose, clock, events } = composer(drawTwo);
    for (let n = 0; n < 2; n += 1) {
      expect(await compose(order, signal)).toMatchObject({ ok: true });
      await clock.advance(1_999);
    }
    expect(events).toEqual(['open', 'again']);
    await clock.advance(1);
    expect(events).toEqual(['open', 'again', 'destroy']);
    expect(await compose(order, signal)).toMatchObject({ ok: true });
    expect(events).toEqual(['open', 'again', 'destroy', 'open']);
  });

  it('keeps the page open while it draws, however long ago the last order ended', async () => {
    const secondAsked = Promise.withResolvers<Ask>();
    let pages = 0;
    const { compose, clock, events } = composer(async (ask) => {
      pages += 1;
      if (pages === 1) await drawTwo(ask);
      else secondAsked.resolve(ask);
    });
    expect(await compose(order, signal)).toMatchObject({ ok: true });
    const second = compose(order, signal);
    const ask = await secondAsked.promise;
    await clock.advance(10_000);
    expect(events).toEqual(['open', 'again']);
    await drawTwo(ask);
    expect(await second).toMatchObject({ ok: true });
    expect(events).toEqual(['open', 'again']);
  });

  it('opens another page after an idle page has crashed', async () => {
    const crashes: ((words: string) => void)[] = [];
    const { compose, events } = composer((ask, crash) => {
      crashes.push(crash);
      return drawTwo(ask);
    });
    expect(await compose(order, signal)).toMatchObject({ ok: true });
    crashes[0]?.('gone');
    await vi.waitFor(() => expect(events).toEqual(['open', 'destroy']));
    expect(await compose(order, signal)).toMatchObject({ ok: true });
    expect(events).toEqual(['open', 'destroy', 'open']);
  });

  it('keeps an idle page open when an older page ends', async () => {
    const crashes: ((words: string) => void)[] = [];
    const { compose, events } = composer((ask, crash) => {
      crashes.push(crash);
      return crashes.length === 1 ? ask('failed', 'no memory') : drawTwo(ask);
    });
    expect(await compose(order, signal)).toMatchObject({ ok: false });
    expect(await compose(order, signal)).toMatchObject({ ok: true });
    crashes[0]?.('it was closed');
    await runPromiseCallbacks();
    expect(await compose(order, signal)).toMatchObject({ ok: true });
    expect(events).toEqual(['open', 'destroy', 'open', 'again']);
  });

  it.each<[string, (ask: Ask, crash: (words: string) => void) => unknown, string | RegExp]>([
    ['a crash', (_ask, crash) => crash('it ended (oom)'), 'it ended (oom)'],
    [
      'an error message of the page',
      (ask) => ask('failed', 'no memory'),
      'it could not be composed: no memory',
    ],
    [
      'an endless error message of the page',
      (ask) => ask('failed', 'x'.repeat(9_999)),
      'it could not be composed: ',
    ],
    ['a missing measure', (ask) => ask('measure', '{}'), 'the picture could not be measured'],
    ['an impossible size', (ask) => ask('measure', measure.replace('100', '1e9')), /measured/],
    [
      'a second measure',
      async (ask) => {
        await ask('measure', measure);
        await ask('measure', measure);
      },
      'the picture could not be measured',
    ],
    ['a result before the measure', (ask) => ask('composed/0', jpeg), /out of order/],
    [
      'an unexpected result',
      async (ask) => {
        await ask('measure', measure);
        await ask('composed/1', jpeg);
      },
      /out of order/,
    ],
    [
      'a result that is not a picture',
      async (ask) => {
        await ask('measure', measure);
        await ask('composed/0', '<svg>');
      },
      'the answer is no picture',
    ],
  ])('returns a failure and closes the page after %s', async (_what, page, detail) => {
    const { compose, events } = composer(page);
    const words = typeof detail === 'string' ? detail : (expect.stringMatching(detail) as string);
    expect(await compose(order, signal)).toMatchObject(failure(words));
    expect(events).toEqual(['open', 'destroy']);
  });

  it('returns a failure and closes the page when its time limit is over', async () => {
    const { compose, events } = composer(() => undefined, { timeoutMs: 50 });
    expect(await compose(order, signal)).toMatchObject(
      failure('it was not composed within 0.05 s'),
    );
    expect(events).toEqual(['open', 'destroy']);
  });

  it('returns a failure when its signal is aborted', async () => {
    const stop = new AbortController();
    const { compose, events } = composer(() => stop.abort());
    expect(await compose(order, stop.signal)).toMatchObject(failure('it was stopped'));
    expect(await compose(order, stop.signal)).toMatchObject(failure('it was stopped'));
    expect(events).toEqual(['open', 'destroy']);
  });

  it('composes a picture from bytes in memory', async () => {
    const { compose } = composer(async (ask) => {
      if ((await (await ask('source')).text()) !== 'in memory') return;
      await ask('measure', measure);
      await ask('composed/0', jpeg);
      await ask('composed/1', png);
    });
    const inMemory = { ...order, picture: new TextEncoder().encode('in memory') };
    expect(await compose(inMemory, signal)).toMatchObject({ ok: true });
  });

  it('opens no page when the file of the picture is larger than 256 MiB', async () => {
    const { compose, events } = composer(() => undefined);
    const large = join(folder, 'large.jpg');
    writeFileSync(large, '');
    truncateSync(large, 2 ** 28 + 1);
    expect(await compose({ ...order, picture: large }, signal)).toMatchObject(
      failure('the picture’s file is too large'),
    );
    expect(events).toEqual([]);
  });

  it('opens no page when the file of the picture is missing', async () => {
    const { compose, events } = composer(() => undefined);
    const gone = { ...order, picture: join(folder, 'none.jpg') };
    expect(await compose(gone, signal)).toMatchObject(failure('the picture’s file is gone'));
    expect(events).toEqual([]);
  });

  it('has at most one page, also after a failure', async () => {
    const crashes: ((words: string) => void)[] = [];
    const { compose, events } = composer((_ask, crash) => crashes.push(crash));
    const all = [compose(order, signal), compose(order, signal)];
    for (const [index, done] of all.entries()) {
      await vi.waitFor(() => expect(crashes).toHaveLength(index + 1));
      crashes[index]?.('gone');
      expect(await done).toMatchObject(failure('gone'));
    }
    expect(events).toEqual(['open', 'destroy', 'open', 'destroy']);
  });

  it('rejects with the error that the plan throws', async () => {
    const plan = (): ComposingOrder => {
      throw new Error('a defect');
    };
    const { compose, events } = composer((ask) => ask('measure', measure));
    await expect(compose({ ...order, plan }, signal)).rejects.toThrow('a defect');
    expect(events).toEqual(['open', 'destroy']);
  });
});

describe('ComposingExchange', () => {
  const begin = async () => {
    const one: ComposingOrder = { compositions: [canvas], lossless: false };
    const exchange = new ComposingExchange(Buffer.from('a'), { plan: () => one });
    const ask = (name: string, init: RequestInit) =>
      exchange.answer(new Request(`overhead://composer/${name}`, init));
    expect((await ask('measure', { method: 'POST', body: measure }))?.status).toBe(200);
    return { exchange, ask };
  };

  it('answers only the requests of its protocol', async () => {
    const { ask } = await begin();
    for (const name of ['measure', 'composed/0', 'damaged', 'failed', 'else'])
      expect(ask(name, {}), name).toBeNull();
    for (const name of ['source', 'a/composed/0', 'composed/0/a', 'composed/100', 'composed/a'])
      expect(ask(name, { method: 'POST', body: jpeg }), name).toBeNull();
  });

  it('refuses a further picture after the last', async () => {
    const { exchange, ask } = await begin();
    const statuses: (number | undefined)[] = [];
    for (const index of [0, 1])
      statuses.push((await ask(`composed/${index}`, { method: 'POST', body: jpeg }))?.status);
    expect(statuses).toEqual([204, 400]);
    expect(await exchange.ended).toMatchObject({ ok: true });
  });

  it.each([
    [65, true],
    [129, false],
  ])('takes a picture of at most 128 MiB: %i MiB, %s', async (mebibytes, isTaken) => {
    const { exchange, ask } = await begin();
    const piece = new Uint8Array(2 ** 20);
    piece.set(jpeg);
    const body = ReadableStream.from(Array(mebibytes).fill(piece));
    await ask('composed/0', { method: 'POST', body, duplex: 'half' });
    expect((await exchange.ended).ok).toBe(isTaken);
  });
});
