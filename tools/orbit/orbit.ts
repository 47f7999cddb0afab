// `npm run --silent orbit`: fits an orbit to a file of fixes and prints positions and passes as JSON.
import { fitOrbit } from '#station/orbit/fit.ts';
import { orbitAnswer } from './answer.ts';
import { runCommand } from '../setup/command.ts';
import { RefusalError } from '../setup/process.ts';
import {
  joinOptionValues,
  options,
  parseRequest,
  usage,
  type OrbitRequest,
} from './orbit-arguments.ts';
import { readFixes } from './fixes.ts';
import { readText } from './read-file.ts';

const reasons = {
  'too-few': (count: number) => `too few fixes for an orbit: ${count}`,
  'too-rare': (count: number) =>
    `no one orbit explains the ${count} fixes: more than six hours apart, they leave open how often the station went round`,
  contradictory: (count: number) =>
    `no one orbit explains the ${count} fixes: they contradict each other`,
};

function answerRequest(request: OrbitRequest): string {
  const { fixes, skipped } = readFixes(readText(request.fixes));
  if (fixes.length === 0) {
    throw new RefusalError(
      skipped === 0
        ? 'there are no fixes in the file'
        : `none of the ${skipped} lines is an answer of the position service`,
    );
  }
  const fit = fitOrbit(fixes);
  if (!fit.ok) throw new RefusalError(reasons[fit.reason](fixes.length));
  return `${JSON.stringify(orbitAnswer(fit.orbit, request, skipped))}\n`;
}

/** Prints the answer. Returns the exit code. */
function printAnswer(text: string): Promise<number> {
  return new Promise((resolve) => {
    // A closed pipe is not an error.
    process.stdout.once('error', () => resolve(0));
    process.stdout.write(text, () => resolve(0));
  });
}

await runCommand(
  { name: 'orbit', usage, options },
  ({ values }) => printAnswer(answerRequest(parseRequest(values))),
  joinOptionValues(process.argv.slice(2)),
);
