import type { Bridge } from '../../../shared/contract.ts';
import { Command } from './command.svelte.ts';

/** The post being written, and its way into the journal. Both outlive a change of view. */
export class Draft {
  title = $state('');
  body = $state('');
  readonly create: Command<[title: string, body: string]>;

  constructor(bridge: Bridge) {
    this.create = new Command((title, body) => bridge.journal.create({ title, body }));
  }

  /**
   * Hands the post to the journal. Resolves true once the journal has it; the draft is empty then.
   * After the failure `storage` the journal has it too, in memory: to hand it over again would double it.
   */
  async publish(): Promise<boolean> {
    if (this.create.running) return false;
    const taken =
      (await this.create.run(this.title, this.body)) || this.create.failure?.kind === 'storage';
    if (taken) {
      this.title = '';
      this.body = '';
    }
    return taken;
  }
}
