import type { ConsoleMessage } from 'playwright-core';

const levels: Readonly<Record<string, string>> = {
  log: 'info',
  info: 'info',
  warning: 'warning',
  error: 'error',
};

/** A line of a page's console as `console-message` tells it. */
export function consoleReport(message: ConsoleMessage) {
  const { url, lineNumber } = message.location();
  return {
    level: levels[message.type()] ?? 'debug',
    message: message.text(),
    sourceId: url,
    lineNumber,
  };
}
