import type { Result } from '#shared/failure.ts';
import { settle, type Trouble } from '../status/trouble.ts';

/** A command to main with what a button shows of it: under way, and why the last one did not work. */
export class Command<Input extends unknown[]> {
  running = $state(false);
  failure = $state.raw<Trouble | null>(null);
  readonly #call: (...input: Input) => Promise<Result<unknown, Trouble>>;

  constructor(call: (...input: Input) => Promise<Result<unknown, Trouble>>) {
    this.#call = call;
  }

  /** Resolves true when it worked. Does nothing, and resolves false, while one is under way. */
  async run(...input: Input): Promise<boolean> {
    if (this.running) return false;
    this.running = true;
    const result = await settle(() => this.#call(...input));
    this.running = false;
    this.failure = result.ok ? null : result.failure;
    return result.ok;
  }
}
