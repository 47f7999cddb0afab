import { describe, expect, it, onTestFinished } from 'vitest';
import { fail, ok, type Result } from '#shared/failure.ts';
import { setLanguage } from '#shared/language/language.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import { providerNames, providers } from '#shared/picture/providers.ts';
import { translatedPageOf } from '#shared/picture/translated-page.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { openableUrl } from '#platform/windows/link-hosts.ts';
import { dayPicture, pictureRecord } from '#test/support/pictures.ts';
import { pictureHandlers, pageAddressesOf } from './picture-handlers.ts';

const date = '2026-11-20';
const href = 'https://en.wikipedia.org/wiki/Orion';
const pageUrl = 'https://science.nasa.gov/image-article/a/';
const kept = dayPicture(date, {
  links: [
    { from: 0, to: 3, href: 'https://en.wikipedia.org/wiki/Rigel' },
    { from: 4, to: 5, href },
  ],
});

interface Answers {
  /** An address that the app does not open. */
  readonly refused?: string;
  readonly last?: DayPicture;
  readonly day?: Result<DayPicture>;
  readonly to?: Result<string | null>;
  readonly copied?: Result<null>;
}

function rig({
  refused = '',
  last = kept,
  day = ok(kept),
  to = ok('/x.jpg'),
  copied = ok(null),
}: Answers = {}) {
  const done: string[] = [];
  const { openLink, openPage, save } = pictureHandlers({
    clock: new FakeClock(),
    kept: (asked) => (asked === date ? kept : null),
    day: () => Promise.resolve(day),
    pathOf: ({ name }) => `/pictures/${name}`,
    last: () => last,
    check: () => undefined,
    openLink(address) {
      done.push(`open ${address}`);
      return Promise.resolve(address !== refused);
    },
    openLinkOrCopy(address) {
      done.push(`open or copy ${address}`);
      return Promise.resolve('copied');
    },
    choose(name) {
      done.push(`choose ${name}`);
      return Promise.resolve(to);
    },
    copyFile(from, target) {
      done.push(`${from} to ${target}`);
      return Promise.resolve(copied);
    },
  });
  const page = 1;
  const commands = {
    openLink: (link: { date: string; href: string }) => openLink(link, page),
    openLastPage: () => openPage(null, page),
    openPage: (day: string) => openPage(day, page),
    save: (date: string) => save(date, page),
  };
  return { done, commands };
}

it('pictureHandlers opens or copies a link of the explanation', async () => {
  const { done, commands } = rig();
  expect(await commands.openLink({ date, href })).toEqual(ok('copied'));
  expect(done).toEqual([`open or copy ${href}`]);
});

it('pictureHandlers opens the page of the day if the app does not open the host of the video', async () => {
  const url = 'https://films.example/1';
  const last = dayPicture(date, { mediaType: 'video', url, pageUrl });
  const { done, commands } = rig({ refused: url, last });
  expect(await commands.openLastPage()).toEqual(ok(null));
  expect(done).toEqual([`open ${url}`, `open ${pageUrl}`]);
});

it('pictureHandlers opens the page of a kept day', async () => {
  const { done, commands } = rig({ last: dayPicture('2026-11-21') });
  expect(await commands.openPage(date)).toEqual(ok(null));
  expect(await commands.openPage('2026-11-19')).toEqual(fail({ kind: 'not-found' }));
  expect(done).toEqual(pageAddressesOf(kept.record).map((page) => `open ${page}`));
});

it('pictureHandlers opens only the page of the day that is translated into the app’s language', async () => {
  const { done, commands } = rig();
  const [german, french] = (['de', 'fr'] as const).map(
    (language) => translatedPageOf({ date }, language) ?? '',
  );
  setLanguage({ language: 'de', formats: 'de' });
  onTestFinished(() => setLanguage({ language: 'en', formats: 'en' }));
  expect(await commands.openLink({ date, href: french ?? '' })).toMatchObject({ ok: false });
  expect(await commands.openLink({ date, href: german ?? '' })).toEqual(ok('copied'));
  expect(done).toEqual([`open or copy ${german}`]);
});

it.each([
  [date, 'https://en.wikipedia.org/wiki/Sirius'],
  [date, 'javascript:alert(1)'],
  ['2026-11-19', href],
])(
  'pictureHandlers neither opens nor copies an address that is not a link in that day’s text: %s %s',
  async (day, address) => {
    const { done, commands } = rig();
    expect(await commands.openLink({ date: day, href: address })).toMatchObject({ ok: false });
    expect(done).toEqual([]);
  },
);

it('pictureHandlers proposes a file name with the app’s name and the day', async () => {
  const { done, commands } = rig();
  expect(await commands.save(date)).toEqual(ok('/x.jpg'));
  expect(done).toEqual([
    `choose Overhead ${date}.jpg`,
    `/pictures/${kept.file?.name ?? ''} to /x.jpg`,
  ]);
});

it('pictureHandlers saves nothing if no path was chosen, or if the day has no picture', async () => {
  expect(await rig({ to: ok(null) }).commands.save(date)).toEqual(ok(null));
  const video = ok({ record: { ...kept.record, mediaType: 'video' as const }, file: null });
  expect(await rig({ day: video }).commands.save(date)).toEqual(
    fail({ kind: 'no-picture', mediaType: 'video' }),
  );
  const gone = fail({ kind: 'not-found' } as const);
  expect(await rig({ day: gone }).commands.save(date)).toEqual(gone);
  const noDialog = fail({ kind: 'no-file-dialog', detail: '' } as const);
  expect(await rig({ to: noDialog }).commands.save(date)).toEqual(noDialog);
  const full = fail({ kind: 'storage', code: 'ENOSPC' } as const);
  expect(await rig({ copied: full }).commands.save(date)).toEqual(full);
});

const video = (url: string): readonly string[] =>
  pageAddressesOf(pictureRecord('2026-11-20', { mediaType: 'video', url, pageUrl }));

describe('pageAddressesOf', () => {
  it.each<readonly [string, string]>([
    [
      'https://www.youtube.com/embed/Inv-ent_ed?rel=0',
      'https://www.youtube.com/watch?v=Inv-ent_ed',
    ],
    ['https://www.youtube-nocookie.com/embed/x', 'https://www.youtube.com/watch?v=x'],
    ['https://player.vimeo.com/video/42?h=1', 'https://vimeo.com/42'],
    ['https://youtube.com.example.org/embed/x', 'https://youtube.com.example.org/embed/x'],
    ...[
      'https://assets.science.nasa.gov/film.mp4',
      'https://www.youtube.com/a/embed/x',
      'https://www.youtube.com/embed/x/y',
      'https://www.youtube.com/playlist?list=x',
      'https://player.vimeo.com/a/video/42',
      'https://player.vimeo.com/video/42/a',
      'https://player.vimeo.com/about',
      'https://films.example/video/42',
      'no address',
    ].map((address) => [address, address] as const),
  ])('returns the page of the video %s, then the page of the day', (url, watch) =>
    expect(video(url)).toEqual([watch, pageUrl]),
  );

  it('returns the page of the day if the video has no address', () =>
    expect(
      pageAddressesOf(pictureRecord('2026-11-20', { mediaType: 'video', url: null, pageUrl })),
    ).toEqual([pageUrl]));

  it('returns the page address in the record', () =>
    expect(pageAddressesOf(pictureRecord('2026-11-20', { pageUrl }))).toEqual([pageUrl]));

  it.each(providerNames)('returns at most the page of the source %s', (servedBy) => {
    const pages = pageAddressesOf(pictureRecord('2026-11-20', { servedBy, pageUrl: null }));
    const { domains, pageOf } = providers[servedBy];
    expect(pages).toEqual(pageOf === null ? [] : [pageOf('2026-11-20')]);
    for (const page of pages) expect(openableUrl(page)).not.toBeNull();
    for (const page of pages)
      expect(domains.some((domain) => new URL(page).hostname.endsWith(domain))).toBe(true);
  });

  it.each([
    ['legacy', 'https://apod.nasa.gov/apod/ap261120.html'],
    ['editors', 'https://apod.com/en/ap261120.html'],
  ] as const)('returns the page of the day at the site of %s: %s', (servedBy, page) =>
    expect(pageAddressesOf(pictureRecord('2026-11-20', { servedBy }))).toEqual([page]),
  );
});
