interface Theme extends Pick<NodeJS.EventEmitter, 'on' | 'off'> {
  readonly shouldUseDarkColors: boolean;
}
interface Painted extends Pick<NodeJS.EventEmitter, 'once'> {
  setBackgroundColor(colour: string): void;
}

/** As the page's own, so that nothing flashes where the page is not painted yet. */
export const backgroundOf = ({ shouldUseDarkColors }: Theme): string =>
  shouldUseDarkColors ? '#0a0f1e' : '#f3f5fa';

/** Keeps it so when the theme changes, until the window is closed: a window that grows shows it first. */
export function followTheme(window: Painted, theme: Theme): void {
  const paint = (): void => window.setBackgroundColor(backgroundOf(theme));
  theme.on('updated', paint);
  window.once('closed', () => theme.off('updated', paint));
}
