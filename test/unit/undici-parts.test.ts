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

it.each([
  ['client-h1.js', '../llhttp/llhttp_simd-wasm.js'],
  ['client.js', './client-h2.js'],
])('%s of undici requires the part that electron.vite.config.ts replaces', (file, replaced) => {
  const path = new URL(`../../node_modules/undici/lib/dispatcher/${file}`, import.meta.url);
  expect(readFileSync(path, 'utf8')).toContain(`require('${replaced}')`);
});
