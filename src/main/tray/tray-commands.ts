import { reportDefect } from '#runtime/defects.ts';
import type { TrayCommand } from './menu.ts';

export type TrayActions = {
  readonly [K in TrayCommand['kind']]: (command: Extract<TrayCommand, { kind: K }>) => unknown;
};

/** Performs a command. An error of its function is a defect. */
export function performTrayCommand(command: TrayCommand, actions: TrayActions): void {
  const action = actions[command.kind] as (command: TrayCommand) => unknown;
  new Promise((resolve) => resolve(action(command))).catch(reportDefect);
}
