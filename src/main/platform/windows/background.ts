interface Theme extends Pick<NodeJS.EventEmitter, 'on' | 'off'> {
  readonly shouldUseDarkColors: boolean;
}
interface Painted extends Pick<NodeJS.EventEmitter, 'once'> {
  setBackgroundColor(colour: string): void;
}

/** The page's own background colour, so that nothing flashes before the page is painted. */
export const backgroundOf = ({ shouldUseDarkColors }: Theme): string =>
  shouldUseDarkColors ? '#0a0f1e' : '#f3f5fa';

/** Updates the background with the theme until the window is closed: a window that grows shows it before the page. */
export function followTheme(window: Painted, theme: Theme): void {
  const paint = (): void => window.setBackgroundColor(backgroundOf(theme));
  theme.on('updated', paint);
  window.once('closed', () => theme.off('updated', paint));
}
