/** The events after which a command of the user runs. Apart from `hook.ts`, so that the page does without zod. */
export const hookEvents = [
  'wallpaper',
  'picture',
  'passSoon',
  'passBegins',
  'postRefused',
] as const;
export type HookEvent = (typeof hookEvents)[number];
