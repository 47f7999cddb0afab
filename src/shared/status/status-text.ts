import { m } from '#words';
import type { ServiceName } from '../state.ts';
import {
  apiKeyWords,
  lastFailureInWords,
  managedWords,
  serviceWords,
  type ServiceStatus,
  type Status,
} from './status.ts';
import { dueInWords, sinceTime, untilInWords } from '../time-words.ts';
import { asSentence, joinSentences } from '../words.ts';

const serviceLabels: readonly ServiceName[] = ['picture', 'position', 'posts'];

/** Formats a status for a terminal. `now` in milliseconds since the Unix epoch. */
export function statusText(status: Status, now: number): string {
  const { today, journal } = status;
  // If there are problems, the headline is the first of them.
  const needs = status.needsYou.filter((need) => need !== status.headline);
  const services = serviceLabels.map((name) => [
    serviceWords[name],
    tableText('  ', [
      ...serviceRows(status.services[name], now),
      ...(name === 'picture' ? sourceRows(status) : []),
    ]),
  ]);
  return [
    ...(status.simulated ? [m.tray_simulated()] : []),
    status.headline,
    ...needs,
    ...(status.sandboxed ? [] : [m.status_no_sandbox()]),
    ...managedWords(status.managed),
    '',
    tableText('', [
      [
        m.command_label_today(),
        today === null ? m.command_not_known() : `${today.title} (${today.date})`,
      ],
      [m.command_label_wallpaper(), status.wallpaper],
      [m.command_label_pass(), status.nextPass],
      ...countRow(m.command_label_unsent(), journal.unsent),
      ...countRow(m.command_label_refused(), journal.refused),
      // Simulated services need no key.
      ...(status.simulated ? [] : [[m.command_label_key(), apiKeyWords(status.apiKey)] as const]),
    ]),
    ...services.flatMap((lines) => ['', ...lines]),
  ].join('\n');
}

type Row = readonly [label: string, words: string];

/** The row of a number of posts; none for 0. */
const countRow = (label: string, count: number): Row[] =>
  count === 0 ? [] : [[label, String(count)]];

/** Formats the labels in one column and the texts in another. */
function tableText(indent: string, rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([label]) => columnsOf(label))) + 3;
  return rows
    .map(([label, words]) => `${indent}${label}${' '.repeat(width - columnsOf(label))}${words}`)
    .join('\n');
}

/** A terminal shows Japanese letters two columns wide. */
const columnsOf = (text: string): number =>
  text.length + (text.match(/[\u3000-\u9fff\uff00-\uff60]/g)?.length ?? 0);

const sourceRows = ({ pictureSources }: Status): Row[] =>
  pictureSources.map(({ name, words }, index) => [
    index === 0 ? m.command_label_sources() : '',
    m.status_of_service({ service: name, sentence: words }),
  ]);

/** The state, and since when it lasts; the text of a failure contains this time already. */
function stateLine({ state, words, waitsFor, since }: ServiceStatus, now: number): string {
  if (state === 'failing' || state === 'no-network') return words;
  return since === null ? waitsFor : joinSentences([waitsFor, asSentence(sinceTime(since, now))]);
}

function serviceRows(service: ServiceStatus, now: number): Row[] {
  const { nextAt, nextWhen, lastSuccessAt, lastFailure, quota } = service;
  return [
    [m.command_label_state(), stateLine(service, now)],
    [
      m.command_label_next(),
      nextAt === null ? (nextWhen ?? m.command_not_planned()) : dueInWords(nextAt, now),
    ],
    [
      m.command_label_success(),
      lastSuccessAt === null ? m.command_no_success() : untilInWords(lastSuccessAt, now),
    ],
    ...(lastFailure === null
      ? []
      : [[m.command_label_failure(), lastFailureInWords(lastFailure, now)] as const]),
    ...(quota === null ? [] : [[m.command_label_quota(), quotaWords(quota)] as const]),
  ];
}

const quotaWords = ({ remaining, limit }: NonNullable<ServiceStatus['quota']>): string =>
  limit === null ? String(remaining) : m.command_quota_of({ remaining, limit });
