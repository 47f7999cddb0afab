/**
 * Replaces `process.exit`, which then only calls `onExit`. Returns a function that puts the real one back. This is no
 * spy, because modules of a test keep the double and may call it later.
 */
export function replaceExit(onExit: (code?: number) => void): () => void {
  const real = Object.getOwnPropertyDescriptor(process, 'exit') ?? {};
  Object.defineProperty(process, 'exit', { configurable: true, writable: true, value: onExit });
  return () => Object.defineProperty(process, 'exit', real);
}
