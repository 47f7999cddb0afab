/** The events after which a command of the user runs. This file does not import zod, because the page loads it. */
export const hookEvents = [
  'wallpaper',
  'picture',
  'passSoon',
  'passBegins',
  'postRefused',
] as const;
export type HookEvent = (typeof hookEvents)[number];
