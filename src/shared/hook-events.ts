/** The events after which a command of the user runs. In a file without zod, which the page does not load. */
export const hookEvents = [
  'wallpaper',
  'picture',
  'passSoon',
  'passBegins',
  'postRefused',
] as const;
export type HookEvent = (typeof hookEvents)[number];
