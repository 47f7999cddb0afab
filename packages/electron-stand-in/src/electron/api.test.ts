import { expect, it } from 'vitest';
import { makeEvent, strictObject } from './api.ts';

it('strictObject returns the members of an object, and throws with the name of a missing member', async () => {
  const app: Record<string, unknown> = strictObject('app', { name: 'x' });
  expect(app['name']).toBe('x');
  expect(() => app['dock']).toThrow('not in the stand-in: app.dock');
  await expect(Promise.resolve(app)).resolves.toBe(app);
});

it('makeEvent preserves the getters of an event, and reports whether preventDefault() was called', () => {
  let url = 'a';
  const event = makeEvent({
    get url() {
      return url;
    },
  });
  url = 'b';
  expect(event.url).toBe('b');
  expect(event.defaultPrevented).toBe(false);
  event.preventDefault();
  expect(event.defaultPrevented).toBe(true);
});
