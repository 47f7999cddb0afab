import { ok } from '#shared/failure.ts';
import type { PictureSource } from './ports.ts';

/** The same source, whose records say that nothing in them is real. */
export const simulatedSource = (source: PictureSource): PictureSource => ({
  ...source,
  async fetch(date, signal) {
    const record = await source.fetch(date, signal);
    return record.ok ? ok({ ...record.value, simulated: true }) : record;
  },
});
