import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleAnswers, successorImage } from '#test/support/picture-answers.ts';
import { sharedData } from '#test/support/shared-data.ts';
import type { Result } from '#shared/failure.ts';
import { pictureRecordSchema, type PictureRecord } from '#shared/picture/picture.ts';
import { imageAddresses, pictureAddressPolicy } from '../download/picture-addresses.ts';
import { readDayAnswer } from './read-day.ts';

const canary = 'KEY-4711';
const live = new URL(`https://api.nasa.gov/planetary/apod?api_key=${canary}&hd=true`);
const read = (answer: unknown, date: string | null = null, url = live): Result<PictureRecord> =>
  readDayAnswer(answer, { date, url, servedBy: 'successor' });
function recordOf(answer: unknown, url = live): PictureRecord {
  const result = read(answer, null, url);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  expect(pictureRecordSchema.safeParse(result.value).success).toBe(true);
  return result.value;
}

const policy = pictureAddressPolicy(['https://api.nasa.gov', 'https://science.nasa.gov']);
/** Checks the invariants of every record, whatever the answer was. */
function expectCleanRecord(record: PictureRecord): void {
  expect(pictureRecordSchema.safeParse(record).success).toBe(true);
  const { title, explanation, credit, alt } = record;
  const words = [title, explanation, credit, alt].join('\n');
  expect(words).not.toMatch(/<\/?[a-z]|&#?\w+;|^\s*Explanation\s*:|Image Credit|Copyright:/i);
  expect(words).not.toMatch(/APOD['’]s (email|main)|Tomorrow['’]s picture|See Explanation/i);
  expect(JSON.stringify(record)).not.toContain(canary);
  for (const url of imageAddresses(record, { longestSide: 3840 }))
    expect(['own', 'public']).toContain(policy(new URL(url)));
}

/** The answer with a changed field, or without the field if the value is undefined. */
const withField = (answer: object, name: string, value: unknown): object =>
  Object.fromEntries(
    Object.entries({ ...answer, [name]: value }).filter((entry) => entry[1] !== undefined),
  );

describe('readDayAnswer', () => {
  it.each(sampleAnswers.map((sample) => [sample.name, sample] as const))(
    'reads an answer of the %s',
    (_name, { answer, shown }) => {
      const record = recordOf(answer);
      expect(record).toMatchObject(shown);
      expectCleanRecord(record);
    },
  );

  const broken = [false, null, 0, [], {}, '', '#', '?x', './', '//', '<b>', 'x'.repeat(2 ** 20)];
  it.each(sampleAnswers.map((sample) => [sample.name, sample.answer] as const))(
    'returns a presentable record if a field is missing or unusable in an answer of the %s',
    (_name, answer) => {
      for (const name of Object.keys(answer).filter((key) => key !== 'date' && key !== 'title'))
        for (const value of [undefined, ...broken]) {
          expectCleanRecord(recordOf(withField(answer, name, value)));
        }
    },
  );

  it('keeps the API key of the request out of every field, whatever the addresses', () => {
    for (const { answer } of sampleAnswers)
      for (const address of ['#', '', '?x', './', '//', '.', '?', '#x', 'a.jpg', '\\\\']) {
        const media = `<img src="${address}"><video src="${address}" poster="${address}"></video>`;
        const changed = {
          ...answer,
          url: address,
          hdurl: address,
          permalink: address,
          thumbnail_url: address,
          basic_html: `<center><a href="${address}">${media}</a></center>`,
          explanation: `<a href="${address}">Words</a>`,
        };
        expect(JSON.stringify(read(changed))).not.toContain(canary);
        expect(JSON.stringify(read({ ...changed, service_version: 'v1' }))).not.toContain(canary);
      }
  });

  it('reads any JSON without throwing', () => {
    const name = fc.constantFrom(...Object.keys(successorImage), 'toString', 'service_version');
    fc.assert(
      fc.property(fc.jsonValue(), fc.dictionary(name, fc.jsonValue()), (value, over) => {
        read(value);
        const result = read({ ...successorImage, ...over, date: '2026-10-02', title: 'T' });
        expect(result.ok).toBe(true);
      }),
    );
  });
});

describe('readDayAnswer, for real answers', () => {
  const records = sharedData('apod-v2/records.jsonl');
  const skipped = records === null ? ' (skipped: no shared data)' : '';
  const linesOf = (path: string | null): Record<string, unknown>[] =>
    path === null
      ? []
      : readFileSync(path, 'utf8')
          .trim()
          .split('\n')
          .map((line) => (JSON.parse(line) as { record: Record<string, unknown> }).record);

  it.skipIf(records === null)(
    `returns presentable records of the successor, also when the answers are damaged${skipped}`,
    () => {
      const days = linesOf(records);
      expect(days.length).toBeGreaterThanOrEqual(25);
      for (const day of days) {
        const answer: Record<string, unknown> = { date: '2026-10-02', title: 'A day', ...day };
        expectCleanRecord(recordOf(answer));
        for (const name of Object.keys(answer).filter((key) => key !== 'date' && key !== 'title'))
          for (const value of [undefined, false, null, 0, [], {}, 'x'.repeat(2 ** 20)]) {
            expectCleanRecord(recordOf(withField(answer, name, value)));
          }
      }
    },
  );

  const legacy = sharedData('apod-v2/legacy-and-pages.jsonl');
  it.skipIf(legacy === null)(`recognises placeholders of the legacy address${skipped}`, () => {
    const [first, second, third, picture] = linesOf(legacy);
    for (const answer of [first, second, third])
      expect(read(answer)).toEqual({ ok: false, failure: { kind: 'placeholder' } });
    expectCleanRecord(recordOf(picture));
  });

  it.skipIf(sharedData('apod-v1/1996.json') === null).each(['1996', '2018', '2019', '2020'])(
    `returns presentable records of the legacy service in %s${skipped}`,
    (year) => {
      const path = sharedData(`apod-v1/${year}.json`);
      if (path === null) throw new Error(`${year} is missing`);
      const days = Object.values(JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>);
      expect(days.length).toBeGreaterThanOrEqual(365);
      for (const real of days) {
        const record = recordOf(real);
        expect(JSON.stringify(record)).not.toMatch(
          /<a |"(url|hdUrl|href)":"http:|\.jpg[^a-z]*%20|api\.nasa\.gov\/planetary\/ap/,
        );
        if (record.mediaType === 'image') expect(record.url ?? record.hdUrl).toMatch(/^https:/);
      }
    },
  );
});
