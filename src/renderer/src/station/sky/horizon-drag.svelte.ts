import type { Bridge } from '#shared/contract.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { LocalHorizon } from '#shared/station/sky/local-horizon.ts';
import { horizonCommand } from './horizon-command.ts';

/** The horizon of the user, who can drag it in the chart. During a drag, `current` is not the stored horizon. */
export class HorizonDrag {
  readonly #settings: () => Settings['station'];
  readonly #command: ReturnType<typeof horizonCommand>;
  /** The horizon that the user is dragging; null: none. */
  #dragged = $state.raw<LocalHorizon | null>(null);

  constructor(bridge: Bridge, settings: () => Settings['station']) {
    this.#settings = settings;
    this.#command = horizonCommand(bridge, settings);
  }

  get current(): LocalHorizon {
    return this.#dragged ?? this.#settings().horizon;
  }

  /**
   * Shows `next` as the user's horizon. If the drag has ended (`isEnd`), also saves `next`, unless it equals the stored
   * horizon.
   */
  async drag(next: LocalHorizon, isEnd: boolean): Promise<void> {
    this.#dragged = next;
    if (!isEnd) return;
    const previousHorizon = this.#settings().horizon;
    const isSame = next.every((height, k) => height === previousHorizon[k]);
    if (!isSame) await this.#command.run(next, previousHorizon);
    // The settings contain the new horizon by now, or the old one is kept.
    this.#dragged = null;
  }
}
