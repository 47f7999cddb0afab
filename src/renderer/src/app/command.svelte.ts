import { m } from '#words';
import type { Result } from '#shared/failure.ts';
import { settle, commandFailureSentence, type CommandFailure } from './command-failure.ts';
import { toast } from '../ui/toast.svelte.ts';

/** What a command did, for a toast. */
export interface Done {
  /** A whole sentence: “The picture is pinned.” */
  readonly text: string;
  /** Takes it back. Offered as “Undo”, which says what it did in turn. */
  readonly undo?: () => Promise<Result<unknown, CommandFailure>>;
}

export interface CommandOptions<Input extends unknown[], Output> {
  /** What to say when it worked; null says nothing, where the view itself shows it at once. */
  readonly done?: (output: Output, ...input: Input) => Done | string | null;
  /** What to say when it failed, in place of the usual sentence; null says nothing, where the view itself shows it. */
  readonly failed?: (failure: CommandFailure) => string | null;
  /** Why it cannot act at present; null: it can. */
  readonly reason?: () => string | null;
}

/**
 * A command to main and its feedback: `running` from the click on, a toast of what it did or why it failed, and the
 * reason why it cannot act. Without options nothing is said, and the view shows `failure`.
 *
 *     const pin = new Command(() => bridge.picture.decide(…), { done: () => m.picture_pinned() });
 *     <Button {...pin.button} onclick={() => void pin.run()}>
 */
export class Command<Input extends unknown[], Output = unknown> {
  running = $state(false);
  failure = $state.raw<CommandFailure | null>(null);
  readonly #reason: () => string | null;
  /** Calls main, and says what came of it. */
  readonly #act: (...input: Input) => Promise<Result<unknown, CommandFailure>>;

  constructor(
    call: (...input: Input) => Promise<Result<Output, CommandFailure>>,
    options: CommandOptions<Input, Output> | null = null,
  ) {
    this.#reason = () => options?.reason?.() ?? null;
    this.#act = async (...input) => {
      const result = await settle(() => call(...input));
      if (options !== null && result.ok) say(options.done?.(result.value, ...input) ?? null);
      if (options !== null && !result.ok) sayFailure(result.failure, options.failed);
      return result;
    };
  }

  /** Why it cannot act at present; null: it can. */
  get reason(): string | null {
    return this.#reason();
  }

  /** The properties of its `Button`. */
  get button(): { readonly busy: boolean; readonly reason: string | null } {
    return { busy: this.running, reason: this.reason };
  }

  /** Resolves true when it worked. Does nothing, and resolves false, while one is under way or it cannot act. */
  async run(...input: Input): Promise<boolean> {
    if (this.running || this.reason !== null) return false;
    this.running = true;
    const result = await this.#act(...input);
    this.running = false;
    this.failure = result.ok ? null : result.failure;
    return result.ok;
  }
}

function say(done: Done | string | null): void {
  if (done === null) return;
  const { text, undo }: Done = typeof done === 'string' ? { text: done } : done;
  const action = undo === undefined ? null : { label: m.app_undo(), run: () => takeBack(undo) };
  toast(text, { tone: 'good', action });
}

async function takeBack(undo: NonNullable<Done['undo']>): Promise<void> {
  const result = await settle(undo);
  if (result.ok) toast(m.app_undone());
  else sayFailure(result.failure);
}

function sayFailure(
  failure: CommandFailure,
  failed: (failure: CommandFailure) => string | null = (why) =>
    m.app_command_failed({ reason: commandFailureSentence(why) }),
): void {
  const text = failed(failure);
  if (text !== null) toast(text, { tone: 'error' });
}
