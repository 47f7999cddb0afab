import { describe, expect, it } from 'vitest';
import { absent, strict } from './absent.ts';

describe('what is not there', () => {
  it('throws by name when it is read, called or made', () => {
    const net = absent('net') as { fetch: () => void } & (new () => unknown) & (() => void);
    expect(() => net.fetch()).toThrow('not in the stand-in: net.fetch');
    expect(() => net()).toThrow('not in the stand-in: net');
    expect(() => new net()).toThrow('not in the stand-in: net');
  });

  it('throws for a missing member and gives the others', async () => {
    const app: Record<string, unknown> = strict('app', { name: 'x' });
    expect(app['name']).toBe('x');
    expect(() => app['dock']).toThrow('not in the stand-in: app.dock');
    await expect(Promise.resolve(app)).resolves.toBe(app);
  });
});
