import { expect, it, onTestFinished, vi } from 'vitest';
import { forkServices } from './fork-services.ts';

const fork = vi.hoisted(() => vi.fn());
vi.mock('electron', () => ({ utilityProcess: { fork } }));

it('forkServices starts services with a picture each day, with pipes and without the API key', () => {
  vi.stubEnv('OVERHEAD_API_KEY', 'a-key-of-mine');
  onTestFinished(() => void vi.unstubAllEnvs());
  forkServices('/services.js');
  const { OVERHEAD_API_KEY: _key, ...env } = process.env;
  expect(fork.mock.calls).toEqual([
    ['/services.js', ['--scenario', 'picture=image'], { stdio: ['ignore', 'pipe', 'pipe'], env }],
  ]);
});
