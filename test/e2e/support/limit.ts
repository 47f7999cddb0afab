/**
 * The time limit of every wait of a test, in milliseconds. A wait ends with its event, so that a quiet machine does not
 * wait longer. Only a test that would fail anyway reaches the limit.
 */
export const waitLimitMs = 120_000;
