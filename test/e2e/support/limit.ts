/**
 * The time limit of every wait of a test, in milliseconds. A wait ends with its event, so that a quiet machine does not
 * wait longer. Only a test that would fail anyway reaches the limit.
 */
export const waitLimitMs = 120_000;

/**
 * The time limit for the tray item. On a very busy machine, the panel may not answer the app within 20 s; the app then
 * looks for it again after five minutes.
 */
export const trayLimitMs = 7 * 60_000;
