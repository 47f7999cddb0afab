import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as undici from 'undici';

it('build/undici.js exports four parts of undici, the same as the index of undici', async () => {
  const path = new URL('../../build/undici.js', import.meta.url).href;
  const parts = (await import(/* @vite-ignore */ path)) as Record<string, unknown>;
  expect(Object.keys(parts).sort()).toEqual([
    'Agent',
    'EnvHttpProxyAgent',
    'buildConnector',
    'errors',
  ]);
  for (const [name, part] of Object.entries(parts))
    expect(part, name).toBe((undici as Record<string, unknown>)[name]);
  const { Agent } = parts as { Agent: typeof undici.Agent };
  expect(Agent.prototype).toHaveProperty('request');
});

it('undici requires the client of HTTP/2 that electron.vite.config.ts replaces', () => {
  const path = new URL('../../node_modules/undici/lib/dispatcher/client.js', import.meta.url);
  expect(readFileSync(path, 'utf8')).toContain("require('./client-h2.js')");
});
