import type { Photographer } from './app.ts';

/** What the app waits for, and the end of its log. */
export const photographWhy: Photographer = async ({ show, takeWindow }) => {
  await show('why');
  await takeWindow('why');
};
