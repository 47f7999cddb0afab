import { m } from '#words';
import type { Bridge } from '#shared/contract.ts';
import type { LocalHorizon } from '#shared/station/sky/local-horizon.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import type { Sky } from '#shared/station/sky/sky.ts';
import { commandFailureSentence, settleCommand } from '#renderer/ui/command-failure.ts';

interface PassSkyOptions {
  readonly pass: () => Pass;
  /** The stored horizon: main computes the sky above it. */
  readonly horizon: () => LocalHorizon;
  /** Called before another sky is read. */
  readonly onChange: () => void;
}

/**
 * Reads the sky behind a pass from main, and reads it again when the pass or the horizon changes. `problem` is a sentence
 * for the user if there is no sky. Call this function while a component is created.
 */
export function followPassSky(
  bridge: Bridge,
  { pass, horizon, onChange }: PassSkyOptions,
): { readonly current: Sky | null; readonly problem: string | null } {
  let sky = $state.raw<Sky | null>(null);
  let problem = $state<string | null>(null);
  /**
   * The minute of the culmination and the local horizon, on which the sky depends. A new fit moves a pass only by
   * seconds.
   */
  const key = $derived([Math.round(pass().peak.t / 60), ...horizon()].join());
  $effect(() => {
    const minute = Number.parseInt(key, 10);
    let isCurrent = true;
    onChange();
    void settleCommand(() => bridge.station.sky(minute * 60)).then((result) => {
      if (!isCurrent) return;
      sky = result.ok ? result.value : null;
      if (!result.ok) problem = m.sky_missing({ reason: commandFailureSentence(result.failure) });
      else problem = result.value === null ? m.sky_gone() : null;
    });
    return () => (isCurrent = false);
  });
  return {
    get current() {
      return sky;
    },
    get problem() {
      return problem;
    },
  };
}
