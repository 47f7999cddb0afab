import type { ChildProcess } from 'node:child_process';

const pendingUndos = new Set<() => void>();
process.once('exit', () => {
  for (const undo of [...pendingUndos].reverse()) {
    try {
      undo();
    } catch (error) {
      console.error(error);
    }
  }
});

/**
 * Registers `undo` in case this process exits early, for example because of an uncaught error. Returns a function that
 * runs `undo` now instead. `undo` runs only once.
 */
export function undoAtExit(undo: () => void): () => void {
  const undoOnce = (): void => {
    if (pendingUndos.delete(undoOnce)) undo();
  };
  pendingUndos.add(undoOnce);
  return undoOnce;
}

/**
 * Kills the child process if this process exits before the child. Also ignores the child's `error` event, which would
 * throw without a listener. Such an error needs no handling: if the child cannot be started, the caller's wait for
 * `spawn` rejects; if a message cannot be sent, the child is exiting.
 */
export function killAtExit(child: ChildProcess): void {
  const kill = (): void => void child.kill('SIGKILL');
  pendingUndos.add(kill);
  child.once('exit', () => pendingUndos.delete(kill));
  child.on('error', () => {
    if (child.pid === undefined) pendingUndos.delete(kill);
  });
}
