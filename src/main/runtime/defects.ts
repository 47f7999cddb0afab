/**
 * The sink for defects. A defect is an error that no code expects. Each loop and each listener catches its errors,
 * reports them here, and continues or is started again with back-off. The whole app is composed again only after an
 * uncaught error.
 */
let defectSink = (error: unknown): void => {
  // Without a sink, a defect is an uncaught error of the process.
  queueMicrotask(() => {
    throw error;
  });
};

/** Sets the sink of the process. Called once when a program starts, and again in each test. */
export function setDefectSink(next: (error: unknown) => void): void {
  defectSink = next;
}

/** Reports an unexpected error to the process-wide sink, usually the log. */
export function reportDefect(error: unknown): void {
  defectSink(error);
}

/** Wraps a listener that the system, a timer or another part calls: reports the errors of the listener as defects. */
export const reportingDefects =
  <Args extends readonly unknown[]>(listener: (...args: Args) => void): ((...args: Args) => void) =>
  (...args) => {
    try {
      listener(...args);
    } catch (error) {
      reportDefect(error);
    }
  };
