import { app } from 'electron';
import { readHandOver } from './hand-over.ts';
import type { RemoteCommand } from './parse.ts';
import { serveCommand, type CommandPorts } from './serve.ts';
import { callBack } from './answer.ts';

/** What another instance may ask of the one that runs. */
export interface Commanded {
  readonly commands: CommandPorts;
  openWindow(): void;
}

/**
 * Serves what other instances hand over. Their arguments are parsed like those of this one; what makes no sense is
 * dropped without a word.
 *
 * @param running resolves when the app has started; null when it ends instead
 */
export function serveSecondInstances(
  running: () => Promise<Commanded | null>,
  onDefect: (error: unknown) => void,
): void {
  app.on('second-instance', (_event, _argv, _cwd, data: unknown) => {
    const handOver = readHandOver(data);
    if (handOver === null) return;
    const { line, answerAt } = handOver;
    const serve = async (): Promise<void> => {
      if (line.kind === 'start' && !line.options.hidden) (await running())?.openWindow();
      if (line.kind === 'ask' && answerAt !== null) await answer(line.command, answerAt, running);
    };
    serve().catch(onDefect);
  });
}

async function answer(
  command: RemoteCommand,
  address: string,
  running: () => Promise<Commanded | null>,
): Promise<void> {
  const caller = callBack(address);
  if (caller === null) return;
  const target = await running();
  const said = target === null ? null : await serveCommand(command, target.commands);
  if (said !== null) await caller.send(said);
  // The line of who wants the end stays open: when it breaks, the end is there.
  if (command.kind === 'quit' && said?.kind !== 'failed') app.quit();
  else caller.end();
}
