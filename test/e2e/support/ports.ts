import { test } from '@playwright/test';
import { choosePort, freePorts } from '#tools/start/port.ts';

/** A free port. Each worker has its own range, so that no two get the same port. */
export function freePort(): Promise<number> {
  const { config, parallelIndex } = test.info();
  const size = Math.floor((freePorts.to - freePorts.from) / config.workers);
  const from = freePorts.from + parallelIndex * size;
  return choosePort(null, { from, to: from + size });
}
