/** The defects of the current test. Remove the expected ones with `splice`: any left over fail the test. */
export const defects: unknown[] = [];
