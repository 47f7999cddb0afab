import { m } from '#words';
import { z } from 'zod';
import type { AppState } from '#shared/state.ts';
import type { ObserverInUse } from '#shared/station/station.ts';
import { isoTime } from '#runtime/query.ts';

/** Joins the lines; if the data are simulated, a label is the first line. */
export const withSimulatedLabel = ({ services }: AppState, lines: readonly string[]): string =>
  [...(services.simulated ? [m.tray_simulated()] : []), ...lines].join('\n');

export const answerHead = (state: AppState, now: number) =>
  ({ version: 1, at: isoTime(now), simulated: state.services.simulated }) as const;

export const placeAnswer = (observer: ObserverInUse | null) =>
  observer && {
    latitude: observer.latitude,
    longitude: observer.longitude,
    source: observer.source,
  };

export const isoTimeOfSeconds = (t: number): string => isoTime(t * 1000);

/*
 * The schemas of the station data that other programs read. A new field keeps version 1; a field that is removed or
 * renamed, or changes its meaning, needs a new version. The descriptions are the documentation: `npm run docs:figures`
 * writes docs/schemas with them. Only tests parse answers: the app never creates these schemas.
 */

export const timeSchema = () => z.iso.datetime();
export const degreesSchema = () => z.number();

export const headSchema = () => ({
  version: z.literal(1).describe('version of this form'),
  at: timeSchema().describe('time of the answer'),
  simulated: z.boolean().describe('true: the embedded services, nothing is real'),
});

export const placeSchema = () =>
  z
    .object({
      latitude: z.number().min(-90).max(90).describe('degrees, north positive'),
      longitude: z.number().min(-180).max(180).describe('degrees, east positive'),
      source: z.enum(['settings', 'guess']).describe('`guess`: from the time zone of the system'),
    })
    .nullable()
    .describe('your place; null: not known');

export const reasonSchema = () =>
  z.string().nullable().describe('why nothing is known, in English; null: it is known');
