import { ok, type Result } from '../../../shared/failure.ts';
import type { AppState } from '../../../shared/state.ts';
import { statusOf } from '../../../shared/status.ts';
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

/** Does what another instance was asked for. `quit` is done by whoever gave the answer, after it. */
export async function serveCommand(command: RemoteCommand, ports: CommandPorts): Promise<Answer> {
  const result = await perform(command, ports);
  return result.ok
    ? { kind: 'done', status: statusOf(ports.state(), ports.now()) }
    : { kind: 'failed', failure: result.failure };
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
    case 'quit':
      return ok(null);
  }
}
