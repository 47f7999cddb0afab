import type { Photographer } from './app.ts';

/** The desktop with today's picture as its wallpaper, and the window before it. */
export const photographToday: Photographer = async ({ show, takeDesktop }) => {
  await show('today');
  await takeDesktop('overhead');
};
