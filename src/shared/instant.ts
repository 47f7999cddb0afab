import { z } from 'zod';

/** The end of the year 9999 in milliseconds since the Unix epoch: every Date up to here can be computed and shown. */
export const latestInstant = 253_402_300_799_999;

/** Milliseconds since the Unix epoch, 1970 to 9999: checked because files and IPC may contain any number. */
export const instantSchema = z.number().min(0).max(latestInstant);
