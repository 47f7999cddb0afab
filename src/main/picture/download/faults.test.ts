import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cases, isFullRun } from '#test/support/runs.ts';
import { pictureRig, type PictureRig, type Scenario } from '#test/support/picture-rig.ts';
import type { Failure } from '#shared/failure.ts';
import type { ProviderName } from '#shared/picture/providers.ts';

const minute = 60_000;
let rig: PictureRig;
beforeEach(async () => {
  rig = await pictureRig('2026-11-19T12:00:00Z');
});
afterEach(() => rig.close());

/** The files in the folder, except the record of known files and the parts that can be resumed. */
async function files(): Promise<string[]> {
  const names = await readdir(rig.folder);
  const resumable = names
    .filter((name) => name.endsWith('.resume'))
    .map((name) => name.slice(0, -7));
  const expected = ['.known.json', ...resumable.flatMap((id) => [`${id}.part`, `${id}.resume`])];
  return names.filter((name) => !expected.includes(name));
}

/** The scenarios without faults: every day has a small picture, which is drawn quickly. */
const good: readonly Scenario[] = [{ name: 'image' }, { name: 'small' }];

/** A scenario for the pictures of all sources, not for the records. */
const images = (scenario: Scenario): Scenario[] =>
  ['/image', '/dynamicimage', '/content', '/en/image'].map((path) => ({ ...scenario, path }));

/** Runs one day without faults, then switches the faults on and advances to the next check. */
async function withKeptPicture(scenarios: readonly Scenario[], on = rig): Promise<void> {
  await on.scenarios(good);
  await on.start();
  expect(on.desktop).toHaveLength(1);
  await on.scenarios([...good, ...scenarios]);
  await on.nextCheck();
}

/** Minutes until the next check. */
const wait = (): number =>
  ((rig.state.current.activities.picture.next.at ?? NaN) - rig.clock.now()) / minute;

describe('the picture of the day stays, and the failure is reported, if every source fails:', () => {
  it.each<[string, readonly Scenario[], Partial<Failure>, number]>(
    cases([
      ['a reset connection', [{ name: 'reset' }], { kind: 'offline', reason: 'reset' }, 1],
      ['a connection that is reset midway', [{ name: 'reset-midway' }], { kind: 'offline' }, 1],
      ['a page', [{ name: 'html' }], { kind: 'offline', reason: 'portal' }, 1],
      ['a portal', [{ name: 'portal' }], { kind: 'offline', reason: 'portal' }, 1],
      ['a server error', [{ name: '502' }], { kind: 'unavailable', status: 502 }, 1],
      [
        'a service that is unavailable for 10 min',
        [{ name: '503', retryAfter: '600' }],
        { kind: 'unavailable' },
        10,
      ],
      [
        'a service that is unavailable until an absurd time',
        [{ name: '503', retryAfter: '99999999' }],
        { kind: 'unavailable' },
        24 * 60,
      ],
      ['a truncated picture', [{ name: 'truncated' }], { kind: 'damaged' }, 1],
      ['a wrong length', images({ name: 'wrong-length' }), { kind: 'truncated' }, 1],
      [
        'text in place of a picture',
        [{ name: 'not-an-image' }],
        { kind: 'not-an-image', found: 'text' },
        1,
      ],
      ['an image bomb', [{ name: 'image-bomb' }], { kind: 'too-large', unit: 'pixels' }, 1],
      ['a drawing', [{ name: 'svg' }], { kind: 'not-an-image', found: 'svg' }, 1],
      [
        'a redirect to this machine',
        images({ name: 'redirect-loopback' }),
        { kind: 'address-refused' },
        1,
      ],
    ]),
  )('%s', async (_name, scenarios, failure, minutes) => {
    await withKeptPicture(scenarios);
    const before = rig.desktop;
    const { picture, activities } = rig.state.current;
    expect(picture).toMatchObject({
      status: 'failed',
      failure,
      last: { record: { date: '2026-11-19' } },
    });
    expect(activities.picture.next.reason).toBe('retrying');
    expect(wait()).toBeGreaterThan(0);
    expect(wait()).toBeLessThanOrEqual(Math.max(minutes, 60));
    expect(await files()).toEqual(before);

    // The app recovers without a restart.
    await rig.scenarios(good);
    while (rig.state.current.picture.status === 'failed') await rig.nextCheck();
    expect(rig.state.current.picture).toMatchObject({ status: 'ready' });
    expect(rig.desktop).toHaveLength(2);
    expect(rig.defects).toEqual([]);
  });
});

describe('the picture of the day arrives in spite of', () => {
  it.each<[string, readonly Scenario[], ProviderName]>(
    cases([
      ['a refused key', [{ name: 'key-refused' }], 'successor'],
      ['a used-up quota with the time of its end', [{ name: 'quota' }], 'successor'],
      ['a used-up quota without a time', [{ name: 'quota-silent' }], 'successor'],
      ['an archived v1', [{ name: 'archived' }], 'successor'],
      [
        'an archived v1 that answers with a page',
        [{ name: 'archived', format: 'html', status: 404 }],
        'successor',
      ],
      ['a page in place of v1', [{ name: 'html', path: '/planetary' }], 'successor'],
      ['a truncated answer of v1', [{ name: 'malformed-json', path: '/planetary' }], 'successor'],
      ['a placeholder', [{ name: 'placeholder' }], 'successor'],
      ['a failure of the successor', [{ name: 'successor-down' }], 'legacy'],
      [
        'a page in place of the high resolution',
        [{ name: 'hdurl-html' }, { name: 'successor-down' }],
        'legacy',
      ],
      ['a record without a high resolution', [{ name: 'no-hdurl' }], 'successor'],
      // Faults in JSON do not affect the feed and the editors' pages.
      ['truncated JSON', [{ name: 'malformed-json' }], 'feed'],
      ['wrong types', [{ name: 'wrong-types' }], 'feed'],
      ['huge JSON', [{ name: 'huge-json' }], 'feed'],
      ['a gzip bomb', [{ name: 'gzip-bomb', mebibytes: 32 }], 'feed'],
      ['a failure of all hosts of the agency', [{ name: 'agency-down' }], 'editors'],
      [
        'v1 in the shape of its successor',
        [{ name: 'moved' }, { name: 'successor-down' }],
        'legacy',
      ],
      [
        'v1 as a list of its successor',
        [{ name: 'moved', shape: 'array' }, { name: 'successor-down' }],
        'legacy',
      ],
      ['a record of an earlier day', [{ name: 'wrong-day' }, { name: 'successor-down' }], 'feed'],
      [
        'a placeholder whose page has the picture',
        [{ name: 'successor-placeholder', image: true }],
        'successor',
      ],
      ['a placeholder of the successor', [{ name: 'successor-placeholder' }], 'legacy'],
      ['a picture of over 20 MB', [{ name: 'huge' }], 'successor'],
      [
        'a picture in slow pieces',
        [{ name: 'dripping-body', seconds: 0.01, bytes: 100, path: '/wp-json' }],
        'successor',
      ],
      ['the faults of the public service', [{ name: 'public' }], 'successor'],
    ]),
  )('%s', async (_name, scenarios, servedBy) => {
    await withKeptPicture(scenarios);
    expect(rig.state.current.picture).toMatchObject({
      status: 'ready',
      last: { record: { date: '2026-11-20', servedBy }, file: {} },
    });
    expect(rig.desktop).toHaveLength(2);
    expect(wait()).toBeGreaterThan(23 * 60);
    expect(rig.defects).toEqual([]);
  });
});

it('a download resumes an interrupted picture', async () => {
  await withKeptPicture([{ name: 'breaks-off', bytes: 15_000, requests: 2 }]);
  expect(rig.state.current.picture).toMatchObject({
    status: 'ready',
    last: { record: { date: '2026-11-20' } },
  });
  expect(rig.requests.slice(-4)).toEqual(['successor', 'image', 'image', 'image']);
  // Bytes that are in transit when the connection breaks are lost: resume.test.ts counts the bytes.
  expect((await rig.served()).at(-1)).toMatchObject({ status: 206 });
});

describe('the picture of the day, on a day without a picture', () => {
  it.each([
    ['video', 'picture-video'],
    ['other', 'picture-none'],
  ])('does not change the wallpaper and checks again tomorrow: %s', async (name, reason) => {
    await rig.scenarios(good);
    await rig.start();
    await rig.scenarios([{ name: 'small' }, { name }]);
    await rig.nextCheck();
    expect(rig.state.current.picture).toMatchObject({
      status: 'ready',
      last: { record: { date: '2026-11-20' } },
    });
    expect(rig.state.current.activities.picture.next.reason).toBe(reason);
    expect(rig.desktop).toHaveLength(1);
    expect(wait()).toBeGreaterThan(23 * 60);
    const asked = rig.requests.length;
    await rig.stop();
    await rig.start();
    expect(rig.requests).toHaveLength(asked);
  });

  it('checks again on a late day, and shows the picture when it is published', async () => {
    await rig.scenarios(good);
    await rig.start();
    await rig.scenarios([...good, { name: 'late', hours: 3 }]);
    await rig.nextCheck();
    const { reason } = rig.state.current.activities.picture.next;
    expect(reason).toBe('picture-unpublished');
    expect(rig.desktop).toHaveLength(1);
    while (rig.desktop.length < 2) await rig.nextCheck();
    const late = rig.clock.now() - Date.parse('2026-11-20T05:00:00Z');
    expect(late).toBeGreaterThan(180 * minute);
    expect(late).toBeLessThan(300 * minute);
  });
});

describe('the picture of the day, with a faulty disk', () => {
  it('is downloaded when its folder, which could not be created, can be created again', async () => {
    await withKeptPicture([{ name: 'quota' }, { name: 'successor-down' }]);
    const [kept = ''] = rig.desktop;
    await rig.scenarios(good);
    await rm(join(rig.folder, kept));
    await rm(rig.folder, { recursive: true });
    await writeFile(rig.folder, 'no folder can be made here');
    await rig.nextCheck();
    expect(rig.state.current.picture).toMatchObject({ failure: { kind: 'storage' } });
    await rm(rig.folder);
    await rig.nextCheck();
    expect(rig.state.current.picture.status).toBe('ready');
  });

  // Skipped for root, because root may write to any folder, and on Windows, because Windows has no read-only folders.
  it.skipIf(process.getuid === undefined || process.getuid() === 0)(
    'is downloaded when its read-only folder is writable again',
    async () => {
      await mkdir(rig.folder, { recursive: true });
      await chmod(rig.folder, 0o500);
      await rig.scenarios(good);
      await rig.start();
      expect(rig.state.current.picture).toMatchObject({ failure: { code: 'EACCES' } });
      await chmod(rig.folder, 0o700);
      await rig.nextCheck();
      expect(rig.state.current.picture.status).toBe('ready');
    },
  );

  it('is the previous one after the loss of the newest file, until that file is downloaded again', async () => {
    await withKeptPicture([]);
    const [older, newest = ''] = rig.desktop;
    await rig.stop();
    await rm(join(rig.folder, newest));
    expect(rig.archive.newest()?.file?.name).toBe(older);
    await rig.start();
    expect(rig.archive.newest()?.file?.name).toBe(newest);
    expect(rig.desktop.slice(-2)).toEqual([older, newest]);
  });

  it.runIf(isFullRun)(
    'is downloaded again if its bytes have changed on the disk, for today and any other day',
    async () => {
      await withKeptPicture([]);
      const signal = new AbortController().signal;
      const names = rig.desktop.slice(-2);
      const bytes = await Promise.all(names.map((name) => readFile(join(rig.folder, name))));
      for (const [index, name] of names.entries()) {
        const changed = Buffer.from(bytes[index] ?? '');
        changed.fill(0x55, 300, 400);
        await writeFile(join(rig.folder, name), changed);
      }
      await rig.stop();
      await rig.start();
      for (const name of names)
        expect(await rig.day(name.slice(0, 10), signal)).toMatchObject({
          value: { file: { name } },
        });
      expect(await Promise.all(names.map((name) => readFile(join(rig.folder, name))))).toEqual(
        bytes,
      );
    },
  );
});

it('a download ends a request without an answer at its deadline', async () => {
  const scenarios: readonly Scenario[] = [
    { name: 'silence' },
    { name: 'slow-headers', seconds: 9 },
  ];
  await Promise.all(
    scenarios.map(async (scenario) => {
      const own = await pictureRig('2026-11-19T12:00:00Z', { headers: 4_000 });
      try {
        await withKeptPicture([scenario], own);
        expect(own.state.current.picture).toMatchObject({
          failure: { kind: 'timeout', stage: 'headers' },
          last: { record: { date: '2026-11-19' } },
        });
      } finally {
        await own.close();
      }
    }),
  );
});

describe('the picture of each day around 2026-12-01, if on that day', () => {
  const from = '2026-12-01T05:00:00Z';
  const placeholder: Scenario = { name: 'placeholder', from };
  const noSuccessor: Scenario = { name: 'successor-down', from };

  it.each<[string, readonly Scenario[], ProviderName]>(
    cases([
      ['the legacy service answers 410 (Gone)', [{ name: 'archived', from }], 'successor'],
      ['the legacy service answers 404', [{ name: 'archived', from, status: 404 }], 'successor'],
      ['the legacy service shows a logo', [placeholder], 'successor'],
      [
        'the legacy service answers as its successor, which is down',
        [{ name: 'moved', from }, noSuccessor],
        'legacy',
      ],
      [
        'the legacy service answers with a list as its successor, which is down',
        [{ name: 'moved', shape: 'array', from }, noSuccessor],
        'legacy',
      ],
      [
        'the legacy service shows a logo and its successor is down',
        [placeholder, noSuccessor],
        'feed',
      ],
      ['all hosts of the agency are down', [{ name: 'agency-down', from }], 'editors'],
    ]),
  )('%s', async (_name, scenarios, after) => {
    await rig.close();
    rig = await pictureRig('2026-11-29T12:00:00Z');
    await rig.scenarios([...good, ...scenarios]);
    await rig.start();
    const served = [];
    for (const date of ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03']) {
      const before = rig.requests.length;
      while (rig.state.current.picture.last?.record.date !== date) await rig.nextCheck();
      served.push(rig.state.current.picture.last.record.servedBy);
      expect(rig.requests.length - before).toBeLessThanOrEqual(6);
      const requestCount = rig.requests.length;
      await rig.stop();
      await rig.start();
      expect(rig.requests).toHaveLength(requestCount);
    }
    expect(served).toEqual(['successor', after, after, after]);
    expect(rig.desktop).toHaveLength(5);
    expect(rig.defects).toEqual([]);
  });
});
