/** Whether this is `npm run test:full`. */
export const isFullRun = process.env['OVERHEAD_FULL_TEST'] === '1';

/** The number of random cases of a property: all of them in `npm run test:full`, a quarter in other runs. */
export const runs = (all: number): number => (isFullRun ? all : Math.ceil(all / 4));

/** The cases of a table: all of them in `npm run test:full`, the first of every four in other runs. */
export const cases = <Case>(all: readonly Case[]): readonly Case[] =>
  isFullRun ? all : all.filter((_case, index) => index % 4 === 0);
