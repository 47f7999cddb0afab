/** Whether the app serves this scheme itself. */
export type IsOwnScheme = (scheme: string) => boolean;

// Chromium navigates to no scheme that it does not know, and a name under .invalid belongs to nobody.
const mapped = /^https:\/\/(?:([^/?#]*)\.)?([a-z][a-z0-9-]*)\.invalid(?=[/?#]|$)/i;
const custom = /^([a-z][a-z0-9-]*):\/\/([^/?#]*)/i;

/** `scheme://host/path` as Chromium gets it: `https://host.scheme.invalid/path`. Others stay as they are. */
export function toPageUrl(url: string, isOwn: IsOwnScheme): string {
  return url.replace(custom, (whole, scheme: string, host: string) => {
    if (!isOwn(scheme)) return whole;
    return `https://${host === '' ? '' : `${host}.`}${scheme}.invalid`;
  });
}

/** The way back, for all that the app sees. */
export function fromPageUrl(url: string, isOwn: IsOwnScheme): string {
  return url.replace(mapped, (whole, host: string | undefined, scheme: string) =>
    isOwn(scheme) ? `${scheme}://${host ?? ''}` : whole,
  );
}

/** Scheme and host of an address; 'null' where there is no such thing. */
export function originOf(url: string): string {
  return custom.exec(url)?.[0] ?? 'null';
}
