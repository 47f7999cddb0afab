/** The number of random cases of a property: all of them in `npm run test:full`, a quarter in other runs. */
export const runs = (all: number): number =>
  process.env['OVERHEAD_FULL_TEST'] === '1' ? all : Math.ceil(all / 4);
