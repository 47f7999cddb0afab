/**
 * The longest delay of a timer that runs in a browser test, in milliseconds. Messages disappear after longer delays.
 * Timers with longer delays never run, because a busy machine may need more time than the limit of a message before a
 * test looks at the message. A test of such a limit fakes the timers.
 */
const longestDelayMs = 2_000;

const startTimer = window.setTimeout.bind(window);

const startShortTimer = ((handler: TimerHandler, delayMs?: number, ...values: unknown[]): number =>
  (delayMs ?? 0) > longestDelayMs
    ? 0
    : startTimer(handler, delayMs, ...values)) as typeof setTimeout;

// Several test files share a page, in which an earlier file may have replaced `setTimeout` already.
if (window.setTimeout.name !== startShortTimer.name) window.setTimeout = startShortTimer;
