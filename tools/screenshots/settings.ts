import type { Photographer } from './app.ts';

/** The settings from their top. */
export const photographSettings: Photographer = async ({ show, takeWindow }) => {
  await show('settings');
  await takeWindow('settings');
};
