import { expect, it } from 'vitest';
import { dayPicture } from '../../../test/support/pictures.ts';
import { emptyContent } from '../../../test/support/surroundings.ts';
import type { AppState } from '../../shared/state.ts';
import { failed, ready } from '../../shared/remote.ts';
import type { Moment, Pass } from '../../shared/sky/pass.ts';
import { unknownStation } from '../../shared/station.ts';
import { noticesFor } from './notices.ts';

const picture = dayPicture('2026-11-20', { title: 'Stars & <dust>', credit: 'A. Person' });
const state = (part: Partial<AppState>): AppState => ({ ...emptyContent, revision: 1, ...part });

it('announces a new picture once', () => {
  const now = state({ picture: ready(picture, 1) });
  const [notice, ...more] = noticesFor(now, new Set());
  expect(notice).toEqual({
    key: 'picture:2026-11-20',
    title: 'New picture of the day',
    body: 'Stars & <dust> — A. Person',
    opens: 'today',
  });
  expect(more).toEqual([]);
  expect(noticesFor(now, new Set(['picture:2026-11-20']))).toEqual([]);
});

it('announces nothing while there is nothing new', () => {
  expect(noticesFor(state({}), new Set())).toEqual([]);
  expect(noticesFor(state({ picture: ready({ ...picture, file: null }, 1) }), new Set())).toEqual(
    [],
  );
  const kept = failed(ready(picture, 1), { kind: 'offline', reason: 'dns' }, 2);
  expect(noticesFor(state({ picture: kept }), new Set())).toEqual([]);
});

const moment = (t: number, azimuth: number, elevation: number): Moment => ({
  ...{ t, azimuth, elevation, rangeKm: 500 },
});
const pass: Pass = {
  rise: moment(1_000_000, 270, 0),
  peak: moment(1_000_300, 182, 66.7),
  set: moment(1_000_600, 95, 0),
  ...{ visible: true, reason: null, visibleFrom: 1_000_100, visibleTo: 1_000_500 },
  brightness: { magnitude: -3.5, band: 'brilliant' },
};

it('tells of a pass once, also when a newer fit moves it', () => {
  const station = { ...unknownStation, alert: pass };
  const now = state({ station, services: { source: 'live', simulated: false } });
  const [notice] = noticesFor(now, new Set());
  expect(notice).toMatchObject({ key: 'pass:1000300', opens: 'station' });
  expect(notice?.title).toMatch(/^The station passes at \d/);
  expect(notice?.body).toMatch(
    /^From the west, up to 67° high in the south, to the east until .*\. As bright as Venus\.$/,
  );
  expect(noticesFor(now, new Set(['pass:1000420']))).toEqual([]);
  expect(noticesFor(now, new Set(['pass:994700']))).toHaveLength(1);
});

it('marks a pass that is not real', () => {
  const [notice] = noticesFor(state({ station: { ...unknownStation, alert: pass } }), new Set());
  expect(notice?.title).toMatch(/^Simulated: /);
});
