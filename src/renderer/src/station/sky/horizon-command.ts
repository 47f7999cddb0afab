import { m } from '#words';
import type { Bridge } from '#shared/contract.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { LocalHorizon } from '#shared/station/sky/local-horizon.ts';
import { Command } from '#renderer/ui/command.svelte.ts';

/** The command that sets the user's horizon, with Undo. `settings` returns the current settings. */
export function horizonCommand(bridge: Bridge, settings: () => Settings['station']) {
  const change = (horizon: LocalHorizon) =>
    bridge.settings.change({ station: { ...settings(), horizon } });
  /** The old heights are needed to undo the change. */
  return new Command<[horizon: LocalHorizon, previous: LocalHorizon]>(
    (horizon) => change(horizon),
    {
      done: (_output, _horizon, previous) => ({
        text: m.sky_horizon_set(),
        undo: () => change(previous),
      }),
    },
  );
}
