import type { ServiceName } from '#shared/state.ts';
import {
  apiKeyWords,
  lastFailureInWords,
  serviceWords,
  type ServiceStatus,
  type Status,
} from '#shared/status/status.ts';
import { dueAt, until } from '#shared/time-words.ts';

const names: readonly ServiceName[] = ['picture', 'position', 'posts'];

/** A status as a terminal shows it. `now` is in milliseconds since the Unix epoch. */
export function statusText(status: Status, now: number): string {
  const { today, journal } = status;
  const first = status.simulated ? ['Simulated: nothing here is real.'] : [];
  // The headline is the first of them where there are any.
  const needs = status.needsYou.filter((need) => need !== status.headline);
  const lines = [
    ...first,
    status.headline,
    ...needs,
    '',
    `Today       ${today === null ? 'not known yet' : `${today.title} (${today.date})`}`,
    `Wallpaper   ${status.wallpaper}`,
    `Next pass   ${status.nextPass}`,
    `Unsent      ${journal.unsent}, refused ${journal.refused}`,
    `API key     ${apiKeyWords(status.apiKey)}`,
    ...names.flatMap((name) => [
      '',
      ...serviceLines(name, status.services[name], now),
      ...(name === 'picture' ? sourceLines(status) : []),
    ]),
  ];
  return lines.join('\n');
}

const sourceLines = ({ pictureSources }: Status): string[] =>
  pictureSources.map(
    ({ name, words }, index) => `  ${index === 0 ? 'sources' : '       '}        ${name}: ${words}`,
  );

/** The words of a failure name their time themselves. */
function stateLine({ state, words, waitsFor, since }: ServiceStatus, now: number): string {
  if (state === 'failing' || state === 'no-network')
    return words.charAt(0).toLowerCase() + words.slice(1).replace(/\.$/, '');
  return since === null ? waitsFor : `${waitsFor}, since ${until(since, now)}`;
}

function serviceLines(name: ServiceName, service: ServiceStatus, now: number): string[] {
  const { nextAt, nextWhen, lastSuccessAt, lastFailure, quota } = service;
  const next = nextAt === null ? (nextWhen ?? 'not planned') : dueAt(nextAt, now);
  return [
    serviceWords[name],
    `  state          ${stateLine(service, now)}`,
    `  next request   ${next.replace(/^at /, '')}`,
    `  last success   ${lastSuccessAt === null ? 'none since the start' : until(lastSuccessAt, now)}`,
    ...(lastFailure === null ? [] : [`  last failure   ${lastFailureInWords(lastFailure, now)}`]),
    ...(quota === null
      ? []
      : [`  quota left     ${quota.remaining}${quota.limit === null ? '' : ` of ${quota.limit}`}`]),
  ];
}
