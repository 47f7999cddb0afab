import { z } from 'zod';
import { providerChoiceSchema, withoutPictureSchema } from './picture.ts';
import { observerSchema } from './sky/observer.ts';
import { alertSettingsSchema, defaultAlerts } from './station.ts';

/** Base address of a service: http or https, without credentials, query or fragment. */
const baseUrlSchema = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === ''
  );
}, 'an http or https address without user, query or fragment');

export const serviceUrlsSchema = z.object({
  picture: baseUrlSchema,
  position: baseUrlSchema,
  posts: baseUrlSchema,
});
export type ServiceUrls = z.infer<typeof serviceUrlsSchema>;

/** The public services. */
export const liveServiceUrls: ServiceUrls = {
  picture: 'https://api.nasa.gov',
  position: 'http://api.open-notify.org',
  posts: 'https://jsonplaceholder.typicode.com',
};

/** The successor of the public picture service. Elsewhere both are at the same address. */
export const successorUrlOf = ({ picture }: ServiceUrls): string =>
  picture === liveServiceUrls.picture ? 'https://science.nasa.gov' : picture;

export const serviceSourceSchema = z.enum(['live', 'embedded', 'own']);
export type ServiceSource = z.infer<typeof serviceSourceSchema>;

export const settingsSchema = z.object({
  version: z.literal(1),
  services: z.object({
    /** Null: live when installed, embedded from a checkout. */
    source: serviceSourceSchema.nullable(),
    /** Used when `source` is `own`. */
    own: serviceUrlsSchema,
  }),
  picture: z.object({
    providers: providerChoiceSchema,
    /** What the desktop shows on a day that has no picture. */
    withoutPicture: withoutPictureSchema,
  }),
  wallpaper: z.object({ enabled: z.boolean() }),
  station: z.object({
    /** Null: guessed from the time zone of the system. */
    observer: observerSchema.nullable(),
    alerts: alertSettingsSchema,
  }),
  journal: z.object({ authorId: z.number().int().positive() }),
});
export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = {
  version: 1,
  services: { source: null, own: liveServiceUrls },
  picture: { providers: 'automatic', withoutPicture: 'keep' },
  wallpaper: { enabled: true },
  station: { observer: null, alerts: defaultAlerts },
  journal: { authorId: 1 },
};
