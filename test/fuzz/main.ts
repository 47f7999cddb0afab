import { runCommand, wholeNumber } from '#tools/setup/command.ts';

const usage = 'Usage: npm run fuzz -- [--count N] [--seed N]';
const options = { count: { type: 'string' }, seed: { type: 'string' } } as const;
const most = 2 ** 31 - 1;

await runCommand({ name: 'fuzz', usage, options }, async ({ values }) => {
  const seed = wholeNumber('--seed', values.seed ?? String(Date.now() % 2 ** 31), 0, most);
  const count = wholeNumber('--count', values.count ?? '100000', 0, most);
  // Not imported at the top of the file: wrong arguments are reported without the services.
  const { fuzz } = await import('./fuzz.ts');
  process.stderr.write(`${count} cases, seed ${seed}\n`);
  process.stdout.write(`${JSON.stringify(await fuzz({ count, seed }))}\n`);
  return 0;
});
process.stdout.write('', () => process.exit());
