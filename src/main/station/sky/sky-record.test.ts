import { join } from 'node:path';
import { afterEach, it, vi } from 'vitest';
import { expectRecord, figures } from '#test/support/record.ts';
import { runInEnglish } from '#shared/language/language.ts';
import { burnInWords } from '#shared/station/burn-words.ts';
import { fullTurn, placeBelow } from '#shared/station/sky/earth.ts';
import { footprintOf } from '#shared/station/sky/footprint.ts';
import { groundTrack } from '#shared/station/sky/ground-track.ts';
import { siteOfObserver, type Observer } from '#shared/station/sky/observer.ts';
import { seenPart } from '#shared/station/sky/pass-span.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { refraction } from '#shared/station/sky/refraction.ts';
import { positionOnPath, samplePath } from '#shared/station/sky/sampled-path.ts';
import { limbMargin } from '#shared/station/sky/shadow.ts';
import { pointOnChart, pointsBetween, skyArc } from '#shared/station/sky/sky-arc.ts';
import type { BodyName } from '#shared/station/sky/sky.ts';
import { darkCircle, solarElevation, subsolarPoint, sunAt } from '#shared/station/sky/sun.ts';
import type { Transit } from '#shared/station/sky/transit.ts';
import { crossingChances } from '#shared/station/sky/transit-chance.ts';
import { standPlaceInWords } from '#shared/station/transit-words.ts';
import { eventContentOf } from '../calendar/content.ts';
import type { EventSubject } from '../calendar/entries.ts';
import { heightAt } from '../observer/observer-in-use.ts';
import { ephemerisOf } from '../orbit/ephemeris.ts';
import { siderealTime } from '../orbit/frames.ts';
import { diagonalMatrix } from '../orbit/parameters.ts';
import { bodyAt, bodyBetween, illuminationOf, moonPhase, visibleBodies } from './bodies.ts';
import { conjunctionsOf } from './conjunctions.ts';
import { eveningOf } from './evening.ts';
import { passesOf } from './passes.ts';
import { skyOf } from './sky.ts';
import { starFieldOf } from './star-field.ts';
import { transitsOf } from './transits.ts';
import { visibilityOf } from './visibility.ts';

/** Larger than the effect of the tolerance of the searches, 1 ms to 10 ms; the second limit is for times, seconds. */
const tolerances = [3e-5, 0.05] as const;

const hour = 3600;
const day = 24 * hour;
const epoch = Date.UTC(2026, 7, 20, 4, 17, 29) / 1000;
/** The orbit of 20 August 2026, known to 1 km along the track. */
const ephemeris = ephemerisOf({
  epoch,
  from: epoch - 2 * day,
  elements: {
    inclination: 51.6332,
    node: 343.3775,
    argumentOfLatitude: 0.1786,
    meanMotion: 15.49524,
    eccentricityX: 0.00032,
    eccentricityY: 0.0007,
    meanMotionRate: 1.95e-4,
  },
  covariance: [
    ...diagonalMatrix([1.5e-3, 1.5e-3, 8e-3, 5e-5, 2e-5, 2e-5, 6e-5].map((one) => one ** 2)),
  ],
  doubtKm: 0.3,
});

const Berlin: Observer = { latitude: 52.52, longitude: 13.405, altitude: 34 };
const observers: Readonly<Record<string, Observer>> = {
  Berlin,
  Ushuaia: { latitude: -54.8019, longitude: -68.303, altitude: null },
  Lhasa: { latitude: 29.652, longitude: 91.1721, altitude: 3650 },
  Tromsø: { latitude: 69.6492, longitude: 18.9553, altitude: 10 },
};
const horizon = [0, 12, 25, 0, 5, 40, 8, 0];

/** Seconds after the epoch. */
const since = (t: number | null): string => (t === null ? '-' : figures(t - epoch));

/** The mean of each column. */
const meanOf = (rows: readonly (readonly number[])[]): number[] =>
  rows.reduce<number[]>((sum, row) => row.map((v, k) => v / rows.length + (sum[k] ?? 0)), []);

const sunLines = (): string[] =>
  [0, 100, 200, 300.3].map((days) => {
    const t = epoch + days * day;
    const { direction, distanceKm } = sunAt(t);
    const { latitude, longitude } = subsolarPoint(t);
    const { radius } = darkCircle(t, -6);
    const places = Object.values(observers).map((one) => solarElevation(one, subsolarPoint(t)));
    return `sun after ${days} days: ${figures(siderealTime(t) / fullTurn, ...direction, distanceKm, latitude, longitude, radius, ...places)}`;
  });

const bodyLines = (): string[] =>
  (Object.keys(visibleBodies) as BodyName[]).map((name) => {
    const between = bodyBetween(visibleBodies[name], epoch, epoch + 900);
    const { magnitude, lit } = illuminationOf(name, epoch);
    return `${name}: ${figures(...bodyAt(visibleBodies[name], epoch), ...between(epoch + 400), magnitude, lit)}`;
  });

function passLine(observer: Observer, pass: Pass): string {
  const { rise, peak, set, seen, visible, reason, visibleFrom, visibleTo, brightness } = pass;
  const moment = ({ t, azimuth, elevation, rangeKm }: Pass['peak']): string =>
    `${since(t)} (${figures(azimuth, Math.abs(elevation) < 1e-3 ? 0 : elevation, rangeKm)})`;
  const { from, top, to } = seenPart(pass);
  const light = visible ? `${since(visibleFrom)} to ${since(visibleTo)}` : (reason ?? '');
  const bright = brightness === null ? '' : ` ${brightness.band} ${figures(brightness.magnitude)}`;
  const margin = limbMargin(ephemeris.earthFixed(peak.t), sunAt(peak.t));
  const parts = [from, top, to].map(({ t, azimuth }) => `${since(t)} (${figures(azimuth)})`);
  // The arc is badly determined where the local horizon hides the culmination.
  const arc = peak.t - rise.t < 1 ? [] : pointsBetween(skyArc(pass), rise.t, set.t);
  const points = arc.map((one) => pointOnChart(one, 100));
  return [
    `  ${[rise, peak, set].map(moment).join(' ')}`,
    `seen ${since(seen.rise.t)} (${figures(seen.rise.azimuth)}) ${since(seen.set.t)} (${figures(seen.set.azimuth)})`,
    `${light}${bright}`,
    `part ${parts.join(' ')}`,
    `light ${figures(margin, refraction(peak.elevation / 20, observer.altitude))} chart ${figures(...meanOf(points))}`,
  ].join(', ');
}

function observerLines(name: string, observer: Observer): string[] {
  const place = { from: epoch, hours: 36 };
  const passes = passesOf(ephemeris.earthFixed, observer, place);
  const later = passesOf(ephemeris.earthFixed, observer, { from: epoch, hours: 240 });
  const hidden = passesOf(ephemeris.earthFixed, observer, { ...place, horizon });
  const low = passesOf(ephemeris.earthFixed, observer, { ...place, minPeakElevation: 1 });
  const { moon, planets, isSunUp, isSouthern, ...times } = eveningOf(observer, epoch);
  const field = starFieldOf(observer, epoch);
  const [first] = passes;
  const sky = first && skyOf(ephemeris, observer, first);
  return [
    `${name}: ${passes.length} passes, ${low.length} above 1°`,
    ...passes.map((pass) => passLine(observer, pass)),
    '  behind a local horizon',
    ...hidden.map((pass) => passLine(observer, pass)),
    `  evening: ${Object.entries(times)
      .map(([key, t]) => `${key} ${since(t)}`)
      .join(' ')} ${isSunUp} ${isSouthern} moon ${figures(moon.phase, moon.lit)} ${planets
      .map(({ body, azimuth }) => `${body} ${figures(azimuth)}`)
      .join(' ')}`,
    `  stars: ${field.stars.length} ${figures(...meanOf(field.stars.map(({ direction, magnitude }) => [...direction, magnitude])), ...field.galaxy.pole, ...field.galaxy.center)}`,
    ...(sky === undefined
      ? []
      : [
          `  sky: ${figures(...meanOf(sky.stars.map(({ direction, magnitude }) => [...direction, magnitude])), ...sky.galaxy.pole, ...sky.galaxy.center, ...meanOf(sky.bodies.map(({ direction, magnitude }) => [...direction, magnitude])))} ${sky.lines.length}`,
          `  track: ${sky.track.length} ${figures(...meanOf(sky.track.map(({ t, magnitude }) => [t - epoch, magnitude ?? 0])), sky.moon.phase, sky.moon.lit)}`,
          `  night: ${[...sky.night.dusk, ...sky.night.dawn].map(since).join(' ')} ${figures(sky.night.lowest, sky.night.highest)}`,
        ]),
    ...later.flatMap((pass) =>
      conjunctionsOf(ephemeris, observer, pass).map(
        ({ peak, target, t, timeSigma, separation, separationSigma, side, crosses }) =>
          `  conjunction ${'body' in target ? target.body : target.star.en}: ${since(peak)} ${since(t)} ${figures(timeSigma, separation, separationSigma)} ${side} ${crosses}`,
      ),
    ),
  ];
}

const alerts = { enabled: true, onlyVisible: true, minElevation: 20, leadMinutes: 10, quiet: null };

function contentLines(subject: EventSubject): string[] {
  const options = { alerts, isSimulated: false, now: epoch * 1000 };
  const { start, end, summary, description, location, alarmMinutes } = eventContentOf(
    subject,
    options,
  );
  return [
    `  ${since(start)} to ${since(end)}, alarm ${alarmMinutes ?? '-'}: ${summary}, ${location}`,
    ...description.split('\n').map((line) => `    ${line}`),
  ];
}

/**
 * Whether the station crosses the Moon, seen from places between the centre line and Berlin, and from the centre line if
 * the station is visible only before or after that.
 */
function crossingLines({ t, stand, discRadius }: Transit): string[] {
  const [pass] = passesOf(ephemeris.earthFixed, Berlin, { from: t - 600, hours: 0.3 });
  if (pass === undefined) throw new Error('no pass');
  const visible = [-100, 100] as const;
  return [
    ...[0.3, 0.5, 0.7].map((fraction) => ({ fraction, visible })),
    { fraction: 0.3, visible: [-100, -0.5] as const },
    { fraction: 0.3, visible: [0.5, 100] as const },
  ].map(({ fraction, visible: [begin, end] }) => {
    const between = (from: number, to: number): number => from + (to - from) * fraction;
    const place = {
      latitude: between(stand.latitude, Berlin.latitude),
      longitude: between(stand.longitude, Berlin.longitude),
      altitude: Berlin.altitude,
    };
    const seen = { ...pass, visibleFrom: t + begin, visibleTo: t + end };
    const crossings = conjunctionsOf(ephemeris, place, seen)
      .filter(({ target }) => 'body' in target && target.body === 'moon')
      .map(({ separation, crosses }) => `${figures(separation / discRadius)} radii: ${crosses}`);
    return `  Moon at ${crossings.join(', ') || '-'}`;
  });
}

function transitLines(): string[] {
  const place = { ...Berlin, altitudeSigma: 60 };
  const transits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((days) =>
    transitsOf(ephemeris, place, { from: epoch + days * day, hours: 24, withinKm: 120 }),
  );
  return transits.flatMap((transit) => {
    const { body, t, line, path, chord, stand, goodAt, ...rest } = transit;
    const { azimuth, elevation, discRadius, separation, rangeKm, silhouette } = rest;
    const { seconds, distanceKm, halfWidthKm, lineSigmaKm, timeSigma } = rest;
    const chances = crossingChances(transit);
    const ends = [line[0], line.at(-1), path[0], path.at(-1)].flatMap((one) =>
      one === undefined ? [] : [one.latitude, one.longitude],
    );
    return [
      `transit ${body} ${since(t)}: ${figures(seconds, azimuth, elevation, discRadius, separation, rangeKm, silhouette)}`,
      `  chord ${since(chord.t)} ${figures(chord.right, chord.up, chord.rightRate, chord.upRate)} stand ${figures(stand.latitude, stand.longitude, distanceKm, halfWidthKm)} sigma ${figures(lineSigmaKm, timeSigma)} good ${since(goodAt)} chance ${figures(chances.fromPlace, chances.fromLine)}`,
      `  line ${line.length} path ${path.length}: ${figures(...ends)}`,
      ...(body === 'moon' ? crossingLines(transit) : []),
      ...contentLines({ kind: 'transit', observer: Berlin, transit }),
    ];
  });
}

function pathLines(): string[] {
  const path = samplePath(ephemeris.earthFixed, epoch, epoch + 6000);
  const at = positionOnPath(path);
  const tracks = groundTrack(ephemeris.earthFixed, epoch, epoch + 3 * hour);
  return [0, 1000, 2770, 4000, 5950].map((seconds) => {
    const ring = footprintOf(ephemeris.earthFixed(epoch + seconds), 12);
    const [north, , , south] = ring;
    const { latitude, longitude, altitudeKm } = placeBelow(at(epoch + seconds));
    return `path after ${seconds} s: ${figures(...at(epoch + seconds), latitude, longitude, altitudeKm)} footprint ${figures(north?.latitude ?? NaN, north?.longitude ?? NaN, south?.latitude ?? NaN, south?.longitude ?? NaN)} tracks ${tracks.map((line) => line.length).join(' ')}`;
  });
}

/** Whether a part of a visible pass counts as visible, by its length in seconds. */
function shortLines(passes: readonly Pass[]): string[] {
  const from = passes.find(({ visible }) => visible)?.visibleFrom ?? NaN;
  return [19.4, 20.2, 60].map((seconds) => {
    const [rise, set] = [from + 1, from + 1 + seconds];
    const { visible, reason, brightness } = visibilityOf(
      ephemeris.earthFixed,
      siteOfObserver(Berlin),
      { rise, peak: (rise + set) / 2, set },
    );
    return `${seconds} s: ${visible} ${reason ?? figures(brightness?.magnitude ?? NaN)}`;
  });
}

const burnLines = (): string[] =>
  [
    { raisedKm: 2.71, sigmaSeconds: 2700 },
    { raisedKm: -0.6, sigmaSeconds: 80 },
    { raisedKm: 0.6, sigmaSeconds: 20 },
  ].map((burn) => {
    const at = epoch * 1000;
    return burnInWords({ ...burn, at, sigmaKm: 0.1, detectedAt: at }, at + 50 * hour * 1000);
  });

const heightLines = (): string[] =>
  [
    // Not Berlin, where two towns of the table are equally near.
    ...Object.values(observers).slice(1),
    ...[
      { latitude: 47.42, longitude: 10.985 },
      { latitude: -17.9, longitude: 179.95 },
      { latitude: 46.55, longitude: 8.1 },
    ],
  ].map((place) => {
    const { altitude, altitudeSigma } = heightAt(place);
    return `height at ${place.latitude} ${place.longitude}: ${altitude ?? '-'} ± ${figures(altitudeSigma)}`;
  });

const standLines = (): string[] => {
  const town = { latitude: 52.4, longitude: 13.1, name: 'Potsdam' };
  return [Berlin, { latitude: 52.41, longitude: 13.12 }].flatMap((stand) => [
    standPlaceInWords(stand, town),
    standPlaceInWords(stand, null),
  ]);
};

afterEach(() => vi.unstubAllEnvs());

it('passes, conjunctions, transits and their texts equal the stored ones', async () => {
  vi.stubEnv('TZ', 'UTC');
  const passes = passesOf(ephemeris.earthFixed, Berlin, { from: epoch, hours: 120 });
  const seen = [...passes.filter(({ visible }) => visible), ...passes.slice(0, 2)];
  const lines = runInEnglish(() => [
    ...sunLines(),
    ...bodyLines(),
    `phase of the moon ${figures(moonPhase(epoch))}`,
    ...Object.entries(observers).flatMap(([name, observer]) => observerLines(name, observer)),
    ...transitLines(),
    ...pathLines(),
    ...shortLines(passes),
    ...burnLines(),
    ...heightLines(),
    ...standLines(),
    'calendar',
    ...seen.flatMap((pass) => contentLines({ kind: 'pass', observer: Berlin, pass, sigma: 2 })),
  ]);
  await expectRecord(lines, join(import.meta.dirname, 'sky-record.txt'), ...tolerances);
});
