/** The app's own pages: `overhead://app/`. */
export const appScheme = 'overhead';
export const appHost = 'app';
export const appUrl = `${appScheme}://${appHost}/`;
/** The page of the glance. */
export const glanceUrl = `${appUrl}glance/index.html`;

/** True for an address of the app's own pages, and for nothing that only looks like one. */
export const isAppUrl = (url: string): boolean => url.startsWith(appUrl);
