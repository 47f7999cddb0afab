import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';

const usage = 'Usage: npm run fuzz -- [--count N] [--seed N]';

function numberOf(text: string | undefined, fallback: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`${text ?? ''} is not a whole number`);
}

async function main(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  let options: { count: number; seed: number };
  try {
    const { values } = parseArgs({
      args,
      options: { count: { type: 'string' }, seed: { type: 'string' } },
    });
    const seed = numberOf(values.seed, Date.now() % 2 ** 31);
    options = { count: numberOf(values.count, 100_000), seed };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}\n`);
    return 2;
  }
  process.stderr.write(`${options.count} cases, seed ${options.seed}\n`);
  process.stdout.write(`${JSON.stringify(await fuzz(options))}\n`);
  return 0;
}

process.exit(await main(process.argv.slice(2)));
