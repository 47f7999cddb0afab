import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { followTheme } from './background.ts';

it('a window has the background of the theme that is, until it is closed', () => {
  const colours: string[] = [];
  const window = Object.assign(new EventEmitter(), {
    setBackgroundColor: (colour: string) => void colours.push(colour),
  });
  const theme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false });
  followTheme(window, theme);
  theme.shouldUseDarkColors = true;
  theme.emit('updated');
  theme.shouldUseDarkColors = false;
  theme.emit('updated');
  expect(colours).toEqual(['#0a0f1e', '#f3f5fa']);
  window.emit('closed');
  theme.emit('updated');
  expect(colours).toHaveLength(2);
  expect(theme.listenerCount('updated')).toBe(0);
});
