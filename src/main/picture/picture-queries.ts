import { m } from '#words';
import { z } from 'zod';
import { failureSentence } from '#shared/failure-words.ts';
import { runInEnglish } from '#shared/language/language.ts';
import {
  pictureDateSchema,
  providerNameSchema,
  type PictureFile,
} from '#shared/picture/picture.ts';
import type { AppState } from '#shared/state.ts';
import { waitSentence } from '#shared/status/status-of-service.ts';
import { calendarDay } from '#shared/time-words.ts';
import { markSimulated } from '#shared/words.ts';
import { promptAnswerMs, type QueryRow } from '#runtime/command-row.ts';
import { isoTime, type Query } from '#runtime/query.ts';

/** The answer to other programs about the newest picture; `station-queries.ts` explains the versions. */
const pictureSchema = () =>
  z
    .object({
      version: z.literal(1).describe('version of this form'),
      at: z.iso.datetime().describe('time of the answer'),
      simulated: z.boolean().describe('true: the embedded services drew the picture'),
      unknown: z.string().nullable().describe('why there is none, in English; null: there is one'),
      picture: z
        .object({
          date: pictureDateSchema.describe('its day, in US Eastern'),
          title: z.string().describe('plain text'),
          explanation: z.string().describe('plain text'),
          credit: z.string().nullable().describe('its makers; null: in the public domain'),
          alt: z.string().nullable().describe('its content in words; null: not known'),
          mediaType: z
            .enum(['image', 'video', 'other'])
            .describe('`video`: `file` is a still of it'),
          pageUrl: z.string().nullable().describe('the https page of the day'),
          source: providerNameSchema.describe('the source that had it'),
          file: z
            .string()
            .nullable()
            .describe('absolute path of the picture as downloaded; null: a day without one'),
          width: z.int().nullable().describe('in pixels'),
          height: z.int().nullable().describe('in pixels'),
        })
        .nullable()
        .describe('the newest picture; null: none yet'),
    })
    .describe('The newest picture: the answer to `overhead --picture --json`.');
type PictureAnswer = z.infer<ReturnType<typeof pictureSchema>>;

/** The schemas of the JSON answers, by the name of the command-line option. */
export const pictureAnswerSchemas = () => ({
  picture: pictureSchema(),
});

/** The command-line option that prints the newest picture. */
export const pictureRows = {
  picture: {
    help: () => m.command_help_picture(),
    takes: ['json', 'watch'],
    answerMs: promptAnswerMs,
  },
} as const satisfies Record<string, QueryRow>;

/**
 * The queries of other programs about the newest picture.
 *
 * @param pathOf returns the absolute path of a picture's file
 */
export const pictureQueries = (pathOf: (file: PictureFile) => string) =>
  ({
    picture: {
      follows: ({ picture }) => picture,
      answer(state, now) {
        const content = pictureAnswer(state, now, pathOf);
        return {
          content,
          text: pictureAnswerText(state, content),
          line: pictureAnswerLine(state, content),
        };
      },
    },
  }) satisfies Readonly<Record<keyof typeof pictureRows, Query>>;

export function pictureAnswer(
  state: AppState,
  now: number,
  pathOf: (file: PictureFile) => string,
): PictureAnswer {
  const { last } = state.picture;
  const head = { version: 1, at: isoTime(now), simulated: state.services.simulated } as const;
  if (last === null)
    return { ...head, unknown: runInEnglish(() => reasonForNoPicture(state)), picture: null };
  const { record, file } = last;
  const { date, title, explanation, credit, alt, mediaType, pageUrl, servedBy } = record;
  return {
    ...head,
    unknown: null,
    picture: {
      ...{ date, title, explanation, credit, alt, mediaType, pageUrl },
      source: servedBy,
      file: file && pathOf(file),
      width: file?.width ?? null,
      height: file?.height ?? null,
    },
  };
}

const reasonForNoPicture = ({ picture, activities }: AppState): string =>
  picture.status === 'failed' ? failureSentence(picture.failure) : waitSentence(activities.picture);

function pictureAnswerText(state: AppState, { picture }: PictureAnswer): string {
  const label = state.services.simulated ? [m.tray_simulated()] : [];
  if (picture === null) return [...label, reasonForNoPicture(state)].join('\n');
  const { title, date, credit, file, pageUrl, explanation } = picture;
  const lines = [title, calendarDay(date, 'long'), credit, file, pageUrl];
  const paragraph = explanation === '' ? [] : ['', explanation];
  return [...label, ...lines.filter((line) => line !== null), ...paragraph].join('\n');
}

function pictureAnswerLine(state: AppState, { picture }: PictureAnswer): string {
  const line = picture?.title ?? reasonForNoPicture(state);
  return markSimulated(state.services, line);
}
