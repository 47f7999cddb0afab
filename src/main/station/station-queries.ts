import { m } from '#words';
import { markSimulated } from '#shared/words.ts';
import { promptAnswerMs, type QueryRow } from '#runtime/command-row.ts';
import type { Query } from '#runtime/query.ts';
import { withSimulatedLabel } from './answer-parts.ts';
import { passesAnswer, passesInWords, passesSchema } from './passes-answer.ts';
import { positionAnswer, positionInWords, positionSchema } from './position-answer.ts';
import { transitsAnswer, transitsInWords, transitsSchema } from './transits-answer.ts';

/** The options of the command line that the station answers. */
export const stationRows = {
  passes: {
    usage: '--passes [--days N] [--visible]',
    help: () => m.command_help_passes(),
    takes: ['json', 'watch', 'days', 'visible'],
    answerMs: promptAnswerMs,
  },
  transits: {
    help: () => m.command_help_transits(),
    takes: ['json', 'watch'],
    // Long enough for a search of two weeks on a slow computer.
    answerMs: 30_000,
  },
  position: {
    help: () => m.command_help_position(),
    takes: ['json', 'watch'],
    answerMs: promptAnswerMs,
  },
} as const satisfies Record<string, QueryRow>;

/** The answers of the station to other programs. `findTransits` searches the transits unless they are known. */
export const stationQueries = ({ findTransits }: { readonly findTransits: () => Promise<void> }) =>
  ({
    passes: {
      follows: ({ station }) => station,
      answer(state, now, options) {
        const words = passesInWords(state, now, options);
        return {
          content: passesAnswer(state, now, options),
          text: withSimulatedLabel(state, words),
          line: markSimulated(state.services, words[0] ?? ''),
        };
      },
    },
    transits: {
      prepare: findTransits,
      follows: ({ station }) => station,
      answer(state, now) {
        const words = transitsInWords(state, now);
        return {
          content: transitsAnswer(state, now),
          text: withSimulatedLabel(state, words),
          line: markSimulated(state.services, words[0] ?? ''),
        };
      },
    },
    position: {
      // Follow the place, which changes once a minute: the whole state may change about once a second.
      follows: ({ station: { place, fix, polling } }) => place ?? fix.last ?? polling,
      answer(state, now) {
        const content = positionAnswer(state, now);
        const words = positionInWords(state, content);
        return {
          content,
          text: withSimulatedLabel(state, words),
          line: markSimulated(state.services, words[0] ?? ''),
        };
      },
    },
  }) satisfies Readonly<Record<keyof typeof stationRows, Query>>;

/** The forms of the answers as JSON, by the name of the option. */
export const stationAnswerSchemas = () => ({
  passes: passesSchema(),
  transits: transitsSchema(),
  position: positionSchema(),
});
