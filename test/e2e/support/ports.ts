import { test } from '@playwright/test';
import { choosePort, freePorts } from '#tools/start/port.ts';

/** A port that nobody listens on. No other worker is given it, because each worker has its own range. */
export function freePort(): Promise<number> {
  const { config, parallelIndex } = test.info();
  const size = Math.floor((freePorts.to - freePorts.from) / config.workers);
  const from = freePorts.from + parallelIndex * size;
  return choosePort(null, { from, to: from + size });
}
