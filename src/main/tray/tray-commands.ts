import { reportDefect } from '#runtime/defects.ts';
import type { TrayCommand } from './menu.ts';

/** The function for each command of the tray and of the notifications. */
export type TrayActions = {
  readonly [K in TrayCommand['kind']]: (command: Extract<TrayCommand, { kind: K }>) => unknown;
};

/** Performs a command. An error of its function is a defect. */
export function perform(command: TrayCommand, actions: TrayActions): void {
  const action = actions[command.kind] as (command: TrayCommand) => unknown;
  new Promise((resolve) => resolve(action(command))).catch(reportDefect);
}
