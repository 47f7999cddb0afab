/** Whether a screen reader may read the desktop: Chromium and GTK read the same variable. */
export const isScreenReaderWanted = (): boolean => process.env['ACCESSIBILITY_ENABLED'] === '1';
