import { describe, expect, test } from 'vitest';
import { readChoices } from './choice.ts';
import { withCommon } from './common.ts';
import { readNamed, toChoice } from './grammar.ts';

const table = withCommon<unknown>({});

/** As the command line does it. */
function read(text: string): unknown {
  const named = readNamed(text);
  if (!named.ok) return named.message;
  const choice = toChoice(named.value, table[named.value.name]);
  const choices = readChoices(table, choice);
  return choices.ok ? { service: named.value.service, ...choices.value[0] } : choices.message;
}

describe('service=name[,setting=value…]', () => {
  test.each([
    ['posts=500', { service: 'posts', name: '500', requests: null }],
    ['iss=reset', { service: 'position', name: 'reset' }],
    ['apod=html', { service: 'picture', name: 'html' }],
    [
      'picture=slow-headers,seconds=0.5,requests=3,probability=0.25,seed=9,path=/image',
      {
        service: 'picture',
        settings: { seconds: 0.5 },
        requests: 3,
        probability: 0.25,
        seed: 9,
        path: '/image',
      },
    ],
    ['position=503,retryAfter=120', { settings: { retryAfter: '120' } }],
    [
      'position=503,retryAfter=Wed, 21 Oct 2026 07:28:00 GMT,requests=1',
      { settings: { retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' }, requests: 1 },
    ],
    [
      'position=portal,location=http://portal.invalid/login?a=b',
      { settings: { location: 'http://portal.invalid/login?a=b' } },
    ],
  ])('%s', (text, expected) => {
    expect(read(text)).toMatchObject(expected);
  });

  test.each([
    ['500', '500 is not service=name'],
    ['tea=500', 'with one of the services posts, position, iss, picture, apod'],
    ['posts=', 'posts= is not service=name'],
    ['__proto__=500', 'is not service=name'],
    ['posts=tea', 'there is no scenario tea'],
    ['posts=slow-headers,seconds=long', 'slow-headers: seconds: '],
    ['posts=slow-headers,minutes=1', 'there is no setting minutes'],
    ['posts=500,requests=', 'requests: must be a whole number'],
  ])('refuses %s', (text, message) => {
    expect(read(text)).toContain(message);
  });
});
