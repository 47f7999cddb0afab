/** The defects of the current test. A test removes the expected ones with `splice`: any that remain fail the test. */
export const reportedDefects: unknown[] = [];
