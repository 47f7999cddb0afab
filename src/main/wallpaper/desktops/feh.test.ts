import { expect, it } from 'vitest';
import { makeDisplay, sameOnAllDisplays } from '#test/support/backends.ts';
import { feh } from './feh.ts';

/** The output of `xrandr --listmonitors`. */
const monitorsAt = (...places: readonly string[]): string =>
  [
    `Monitors: ${places.length}`,
    ...places.map((place, index) => ` ${index}: +M${index} ${place}  DP-1`),
  ].join('\n');

const left = '960/300x1080/300+100+50';
it.each([
  [[left, '960/300x1080/300+1060+50'], 'undivided root window'],
  [[left, '960/300x1081/300+1060+50'], 'root window'],
  [[left, '961/300x1080/300+1060+50'], 'root window'],
  [[left, '960/300x1080/300+1060+49'], 'root window'],
  [['960/300x1080/300+99+50', '960/300x1080/300+1060+50'], 'root window'],
  [['1920/300x1080/300+100+50'], 'root window'],
  [[], 'root window'],
])('feh draws one picture over the monitors %j of a display as: %s', (places, key) => {
  const display = makeDisplay(1, 100, 1920, 1080);
  const bounds = { ...display.bounds, y: 50 };
  const shown = {
    ...sameOnAllDisplays('/w/a.jpg'),
    pictures: [{ path: '/w/a.jpg', display: { ...display, bounds } }],
  };
  const settings = feh.settings(['', monitorsAt(...places)], shown);
  expect(settings.map((setting) => setting.key)).toEqual([key]);
});

it('feh draws over the undivided root window with --no-xinerama', () => {
  expect(feh.write('undivided root window', '/w/a.jpg')?.args).toEqual([
    '--no-fehbg',
    '--no-xinerama',
    '--bg-fill',
    '/w/a.jpg',
  ]);
});
