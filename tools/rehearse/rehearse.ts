// `npm run rehearse -- FROM TO`: runs the app over simulated days around the end of the legacy picture service.
import process from 'node:process';
import { runCommand, UsageError } from '../setup/command.ts';
import { legacyEndings, rehearseWeek, type RehearsedDay } from './week.ts';

const usage = `Usage: npm run --silent rehearse -- FROM TO

Lets the app live through simulated days around 1 December 2026, when the legacy picture service is archived,
once for each way in which that may end, and prints a line a day. Needs no network.

FROM and TO are days, such as 2026-11-28 2026-12-05; at most 31 days. Exit code: 0 when each day brought its picture,
1 when one did not, 2 for a wrong command line.`;
const maxDays = 31;

function dayLineOf({ date, source, requests, picture, isWallpaperSet }: RehearsedDay): string {
  const requestCounts = Object.entries(requests)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
  const shown = picture === date ? 'its picture' : `picture of ${picture ?? 'no day'}`;
  const desktop = isWallpaperSet ? 'wallpaper set' : 'wallpaper kept';
  return `  ${date}  ${source.padEnd(9)}  ${shown.padEnd(21)}  ${desktop}  (${requestCounts})`;
}

/**
 * Returns the first day, the last day and the number of days. Throws a UsageError with the reason if the arguments are
 * wrong.
 */
function readDays(args: readonly string[]): readonly [first: string, last: string, days: number] {
  const [first, last, ...more] = args;
  if (first === undefined || last === undefined || more.length > 0)
    throw new UsageError('give two days: FROM and TO');
  for (const text of [first, last])
    if (!isDay(text)) throw new UsageError(`'${text}' is no day, such as 2026-11-28`);
  const days = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
  if (days < 1) throw new UsageError(`${last} is before ${first}`);
  if (days > maxDays) throw new UsageError(`${days} days are more than ${maxDays}`);
  return [first, last, days];
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

async function runRehearsal(args: readonly string[]): Promise<number> {
  const [first, last, days] = readDays(args);
  let missed = 0;
  for (const [name, scenarios] of Object.entries(legacyEndings)) {
    process.stdout.write(`${name}\n`);
    for await (const day of rehearseWeek(scenarios, first, last)) {
      process.stdout.write(`${dayLineOf(day)}\n`);
      if (day.picture !== day.date || !day.isWallpaperSet) missed += 1;
    }
  }
  const total = days * Object.keys(legacyEndings).length;
  process.stdout.write(`${total - missed} of ${total} days brought their picture to the desktop\n`);
  return missed === 0 ? 0 : 1;
}

await runCommand({ name: 'rehearse', usage, allowPositionals: true }, ({ positionals }) =>
  runRehearsal(positionals),
);
