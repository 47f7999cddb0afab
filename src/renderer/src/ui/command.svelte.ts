import { m } from '#words';
import type { Result } from '#shared/failure.ts';
import { settleCommand, commandFailureSentence, type CommandFailure } from './command-failure.ts';
import { announce, toast, type ToastAction } from './toast.svelte.ts';

/** The result of a command, for a toast. */
export interface DoneToast {
  /** A whole sentence: “The picture is pinned.” */
  readonly text: string;
  /** Undoes the command. The toast then has a button “Undo”. */
  readonly undo?: () => Promise<Result<unknown, CommandFailure>>;
  /** Another button of the toast, if there is no `undo`. */
  readonly action?: ToastAction;
}

interface CommandOptions<Input extends unknown[], Output> {
  /** The toast after success. Null: no toast, because the view shows the result at once. */
  readonly done?: (output: Output, ...input: Input) => DoneToast | string | null;
  /** The toast after a failure, instead of the default sentence. Null: no toast, because the view shows the failure. */
  readonly failed?: (failure: CommandFailure) => string | null;
  /** Why the command cannot run at present; null if it can. */
  readonly reason?: () => string | null;
}

/**
 * A command to main with its feedback: `running` from the click to the answer, a toast with the result or the failure,
 * and the reason why it cannot run. Without options there is no toast, and the view shows `failure`.
 *
 *     const pin = new Command(() => bridge.wallpaper.decide(…), { done: () => m.picture_pinned() });
 *     <Button {...pin.button} onclick={() => void pin.run()}>
 */
export class Command<Input extends unknown[], Output = unknown> {
  running = $state(false);
  failure = $state.raw<CommandFailure | null>(null);
  readonly #reason: () => string | null;
  /** Calls main and shows a toast with the result. */
  readonly #act: (...input: Input) => Promise<Result<unknown, CommandFailure>>;

  constructor(
    call: (...input: Input) => Promise<Result<Output, CommandFailure>>,
    options: CommandOptions<Input, Output> | null = null,
  ) {
    this.#reason = () => options?.reason?.() ?? null;
    this.#act = async (...input) => {
      const result = await settleCommand(() => call(...input));
      if (options !== null && result.ok) showDone(options.done?.(result.value, ...input) ?? null);
      if (options !== null && !result.ok) showFailure(result.failure, options.failed);
      return result;
    };
  }

  /** Why the command cannot run at present; null if it can. */
  get reason(): string | null {
    return this.#reason();
  }

  /** The properties of the `Button` that runs the command. */
  get button(): { readonly busy: boolean; readonly reason: string | null } {
    return { busy: this.running, reason: this.reason };
  }

  /**
   * Resolves true after success, and false after a failure. If the command is already running or has a `reason`,
   * resolves false without running it.
   */
  async run(...input: Input): Promise<boolean> {
    if (this.running || this.reason !== null) return false;
    this.running = true;
    const result = await this.#act(...input);
    this.running = false;
    this.failure = result.ok ? null : result.failure;
    return result.ok;
  }
}

/** Shows the result of a command. */
export function showDone(done: DoneToast | string | null): void {
  if (done === null) return;
  const { text, undo, action }: DoneToast = typeof done === 'string' ? { text: done } : done;
  const undoAction = undo && { label: m.app_undo(), run: () => undoCommand(undo), isUndo: true };
  toast(text, { tone: 'good', action: undoAction ?? action ?? null });
}

async function undoCommand(undo: NonNullable<DoneToast['undo']>): Promise<void> {
  const result = await settleCommand(undo);
  // The view shows the previous state again; only screen readers need a message.
  if (result.ok) announce(m.app_undone());
  else showFailure(result.failure);
}

function showFailure(
  failure: CommandFailure,
  failed: (failure: CommandFailure) => string | null = (why) =>
    m.app_command_failed({ reason: commandFailureSentence(why) }),
): void {
  const text = failed(failure);
  if (text !== null) toast(text, { tone: 'error' });
}
