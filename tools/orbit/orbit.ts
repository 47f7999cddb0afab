// `npm run --silent orbit`: fits an orbit to a file of fixes and prints positions and passes as JSON. `orbit -- oem`
// converts a trajectory.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { decodeText } from '#shared/text-decoder.ts';
import { fitOrbit } from '#station/orbit/fit.ts';
import { orbitAnswer } from './answer.ts';
import { UsageError } from '../setup/command.ts';
import { NoAnswerError, parseRequest, usage } from './orbit-arguments.ts';
import { readFixes } from './fixes.ts';
import { convertOem, oemUsage } from './oem.ts';

const reasons = {
  'too-few': (count: number) => `too few fixes for an orbit: ${count}`,
  'too-rare': (count: number) =>
    `no one orbit explains the ${count} fixes: more than six hours apart, they leave open how often the station went round`,
  contradictory: (count: number) =>
    `no one orbit explains the ${count} fixes: they contradict each other`,
};

async function answerRequest(args: readonly string[]): Promise<string> {
  const request = parseRequest(args);
  if (request === null) return usage;
  const { fixes, skipped } = readFixes(await textOf(request.fixes));
  if (fixes.length === 0) {
    throw new NoAnswerError(
      skipped === 0
        ? 'there are no fixes in the file'
        : `none of the ${skipped} lines is an answer of the position service`,
    );
  }
  const fit = fitOrbit(fixes);
  if (!fit.ok) throw new NoAnswerError(reasons[fit.reason](fixes.length));
  return `${JSON.stringify(orbitAnswer(fit.orbit, request, skipped))}\n`;
}

async function textOf(file: string): Promise<string> {
  const text = decodeText(await bytesOf(file));
  if (text === null) throw new NoAnswerError(`${file} is not text in UTF-8 or UTF-16`);
  return text;
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await readFile(resolve(file));
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new NoAnswerError(`${file} cannot be read (${why})`, { cause: error });
  }
}

function printAnswer(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    // A closed pipe is not an error.
    stream.once('error', () => resolve());
    stream.write(text, () => resolve());
  });
}

const args = process.argv.slice(2);
const isOem = args[0] === 'oem';
try {
  await printAnswer(process.stdout, isOem ? convertOem(args.slice(1)) : await answerRequest(args));
} catch (error) {
  if (error instanceof UsageError) {
    await printAnswer(process.stderr, `${error.message}\n\n${isOem ? oemUsage : usage}`);
    process.exitCode = 2;
  } else if (error instanceof NoAnswerError) {
    await printAnswer(process.stderr, `orbit: ${error.message}\n`);
    process.exitCode = 1;
  } else {
    throw error;
  }
}
