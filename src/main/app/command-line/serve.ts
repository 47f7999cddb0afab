import { fail, ok, type Result } from '#shared/failure.ts';
import type { AppState } from '#shared/state.ts';
import { statusOf } from '#shared/status/status.ts';
import { wouldForget } from '#shared/journal/unsent.ts';
import { statusText } from '#runtime/status/status-text.ts';
import type { Answer } from './hand-over.ts';
import type { RemoteCommand } from './parse.ts';

/** What a command may do here. */
export interface CommandPorts {
  readonly state: () => AppState;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  checkAll(): void;
  /** Null: the newest picture. */
  setWallpaper(date: string | null): Promise<Result<null>>;
}

/**
 * Does what another instance was asked for. `quit` is done by whoever gave the answer, after it; it fails where nobody
 * is there to be asked whether something may be forgotten.
 */
export async function serveCommand(command: RemoteCommand, ports: CommandPorts): Promise<Answer> {
  const result = await perform(command, ports);
  if (!result.ok) return { kind: 'failed', failure: result.failure };
  const now = ports.now();
  const status = statusOf(ports.state(), now);
  return { kind: 'done', status, text: statusText(status, now) };
}

function perform(
  command: RemoteCommand,
  ports: CommandPorts,
): Result<null> | Promise<Result<null>> {
  switch (command.kind) {
    case 'check-now':
      ports.checkAll();
      return ok(null);
    case 'set-wallpaper':
      return ports.setWallpaper(command.date);
    case 'status':
      return ok(null);
    case 'quit':
      return wouldForget(ports.state().journal) ? fail({ kind: 'would-forget' }) : ok(null);
  }
}
