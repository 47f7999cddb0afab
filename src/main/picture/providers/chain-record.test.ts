import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FakeClock } from '#test/support/fake-clock.ts';
import { memoryValue } from '#test/support/memory-value.ts';
import { dayPicture, pictureRecord } from '#test/support/pictures.ts';
import { expectRecord } from '#test/support/record.ts';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import type { DayPicture, PictureFile, PictureRecord } from '#shared/picture/picture.ts';
import { openPictureState, type StoredPictureState } from '../picture-state-store.ts';
import { ProviderChain } from './chain.ts';
import type { PictureSource } from './sources.ts';
import { seriesTitle } from './trust.ts';

const today = '2026-11-20';
const offline = { kind: 'offline', reason: 'dns' } as const;
const video = { mediaType: 'video', thumbnailUrl: 'https://example.org/still.jpg' } as const;

/** An answer of a source: a failure, or a record with the fate of its file (default: it is downloaded). */
type Answer = Failure | (Partial<PictureRecord> & { readonly file?: Failure });
const answers: Readonly<Record<string, Answer>> = {
  day: {},
  untitled: { title: seriesTitle },
  'no address': { file: { kind: 'no-picture', mediaType: 'image' } },
  'file gone': { file: { kind: 'not-found' } },
  'file offline': { file: offline },
  'disk full': { file: { kind: 'storage', code: 'ENOSPC' } },
  'still offline': { ...video, file: offline },
  'still gone': { ...video, file: { kind: 'not-found' } },
  logo: { url: 'https://example.org/logo.png' },
  'day before': { date: '2026-11-19' },
  'untitled before': { date: '2026-11-19', title: seriesTitle },
  'three before': { date: '2026-11-17' },
  future: { date: '2026-11-22' },
  missing: { kind: 'not-found' },
  down: { kind: 'unavailable', status: 503, retryAt: null },
  stopped: { kind: 'cancelled' },
};

/** A chain of two sources, with a list of its requests and of the states that it reports. */
function chainOf(first: Answer, second: Answer) {
  const events: string[] = [];
  const source = (name: 'successor' | 'legacy', answer: Answer): PictureSource => ({
    name,
    quota: () => null,
    fetch(date): Promise<Result<PictureRecord>> {
      events.push(name.slice(0, 1));
      if ('kind' in answer) return Promise.resolve(fail(answer));
      const { file: _file, ...given } = answer;
      const { date: ownDate = today, ...rest } = given;
      // As if each source knew the archive from the day of its answer.
      const own = date === null || ownDate > today ? ownDate : date;
      return Promise.resolve(ok(pictureRecord(own, { ...rest, servedBy: name })));
    },
  });
  const chain = (recent: readonly DayPicture[]) =>
    new ProviderChain({
      clock,
      sources: [source('successor', first), source('legacy', second)],
      isAsked: () => true,
      downloader: {
        download(record, _signal, { accept } = {}) {
          const answer = record.servedBy === 'successor' ? first : second;
          events.push('f');
          if ('file' in answer) return Promise.resolve(fail(answer.file as never));
          const isSmall = record.url?.endsWith('logo.png') === true;
          const size = isSmall ? 20 : 900;
          const file = { name: `${record.date}-0.jpg`, format: 'jpeg', bytes: 7 } as const;
          const whole: PictureFile = { ...file, width: size, height: size };
          const refused = accept?.(whole) ?? null;
          return Promise.resolve(refused === null ? ok(whole) : fail(refused as never));
        },
      },
      pictureState: openPictureState(memoryValue<StoredPictureState | null>(null), 'live'),
      recent: () => recent,
      onProgress: () => undefined,
      onStatuses(given) {
        statuses = given
          .map(({ failure, answeredAt }) =>
            failure !== null ? '!' : answeredAt === null ? '.' : '+',
          )
          .join('');
      },
    });
  const clock = new FakeClock(`${today}T17:00:00Z`);
  let statuses = '';
  /** The requests (s, l) and downloads (f) since the last call, and whether each source answered (+) or failed (!). */
  const note = (outcome: string): string => `${events.splice(0).join('')} ${statuses} ${outcome}`;
  return { chain, clock, note };
}

/** Other kept days with which an answer is tried. */
const otherKept = new Map([
  ['future', '2026-11-22'],
  ['day before', '2026-11-17'],
]);

const { signal } = new AbortController();
const shown = ({ record, file }: DayPicture): string =>
  `${record.date.slice(8)}${record.servedBy.slice(0, 1)}${file === null ? ' bare' : ''}`;

async function newestTwice(first: Answer, second: Answer, kept: string | null): Promise<string> {
  const { chain, clock, note } = chainOf(first, second);
  const made = chain(kept === null ? [] : [dayPicture(kept)]);
  const outcomes: string[] = [];
  for (let check = 0; check < 2; check += 1) {
    const result = await made.newest(kept, signal);
    const { kind } = result;
    outcomes.push(
      note(
        kind === 'new-day' ? shown(result.picture) : kind === 'failed' ? result.failure.kind : '–',
      ),
    );
    await clock.advance(30 * 60_000);
  }
  return [...new Set(outcomes)].join('; ');
}

async function archiveDay(first: Answer, second: Answer): Promise<string> {
  const { chain, note } = chainOf(first, second);
  const result = await chain([]).day('2020-01-02', signal);
  return note(result.ok ? shown(result.value) : result.failure.kind);
}

it('ProviderChain asks two sources, and takes the day of one of them, as the record says', async () => {
  const lines: string[] = [];
  for (const [one, first] of Object.entries(answers)) {
    /** The names of the second answers, by outcome. */
    const byOutcome = new Map<string, string[]>();
    const note = (outcome: string, other: string): void =>
      void byOutcome.set(outcome, [...(byOutcome.get(outcome) ?? []), other]);
    for (const [other, second] of Object.entries(answers)) {
      const firstStart = await newestTwice(first, second, null);
      const later = await newestTwice(first, second, '2026-11-19');
      note(firstStart, other);
      if (later !== firstStart) note(`${later}, with the day before`, other);
      const kept = otherKept.get(one);
      if (kept !== undefined)
        note(`${await newestTwice(first, second, kept)}, with ${kept}`, other);
      note(`${await archiveDay(first, second)}, in the archive`, other);
    }
    const all = Object.keys(answers).length;
    lines.push(
      `${one}:`,
      ...[...byOutcome]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(
          ([outcome, others]) =>
            `  ${outcome} ← ${others.length === all ? 'any' : others.join(', ')}`,
        ),
    );
  }
  await expectRecord(lines, join(import.meta.dirname, 'chain-record.txt'));
});

it('ProviderChain does not believe two sources that name different days of the future', async () => {
  const outcome = await newestTwice({ date: '2026-11-22' }, { date: '2026-11-23' }, null);
  expect(outcome).toBe('sl !! malformed; s !! malformed');
});
