import { m } from '#words';
import type { HookEvent } from '#shared/hook-events.ts';

/** The command-line options that set the shell command of an event. */
export const hookOptions = {
  hook: { event: 'wallpaper', help: () => m.command_help_hook() },
  'hook-picture': { event: 'picture', help: () => m.command_help_hook_picture() },
  'hook-pass-soon': { event: 'passSoon', help: () => m.command_help_hook_pass_soon() },
  'hook-pass-begins': { event: 'passBegins', help: () => m.command_help_hook_pass_begins() },
  'hook-post-refused': { event: 'postRefused', help: () => m.command_help_hook_post_refused() },
} as const satisfies Record<string, { readonly event: HookEvent; readonly help: () => string }>;

export const isHookOption = (name: string): name is keyof typeof hookOptions =>
  Object.hasOwn(hookOptions, name);
