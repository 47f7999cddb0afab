import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { truthOfAugust, tenPlaces } from '#test/support/ground-truth.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { noticesFor } from '#notifications/rules.ts';
import { postFromPass } from '#renderer/journal/post-start.ts';
import { visiblePassInWords } from '#renderer/station/visible-pass.ts';
import { passInWords } from '#shared/station/pass-forecast.ts';
import { compassInWords } from '#shared/station/sky/compass.ts';
import { lookAngles, siteOfObserver } from '#shared/station/sky/observer.ts';
import { clockTime } from '#shared/time-words.ts';
import { eventContentOf } from '#station/calendar/content.ts';
import { passAlerts } from '#station/sky/pass-alerts.ts';
import { passesOf } from '#station/sky/passes.ts';
import { passesAnswer } from '#station/passes-answer.ts';
import { trayIcon } from '#tray/icon.ts';
import { drawPass } from '#wallpaper/tonight.ts';

const truth = truthOfAugust();
const flat = [0, 0, 0, 0, 0, 0, 0, 0];
const hilly = [5, 20, 35, 10, 0, 25, 40, 15];
const alerts = { enabled: true, leadMinutes: 10, onlyVisible: false, minElevation: 0, quiet: null };

/** Passes whose culmination lies outside the visible stretch. */
const partlyVisible = [
  ['that leaves the shadow after the culmination', 'Berlin', '2026-08-28T01:27:28Z', flat],
  ['that leaves the shadow low in the east', 'Berlin', '2026-08-30T01:27:58Z', flat],
  ['that enters the shadow before the culmination', 'Ushuaia', '2026-08-22T00:48:56Z', flat],
  ['over a local horizon', 'Tokyo', '2026-08-21T17:41:07Z', hilly],
] as const;

beforeEach(() => void vi.stubEnv('TZ', 'UTC'));
afterEach(() => vi.unstubAllEnvs());

describe.each(partlyVisible)('a pass %s (%s, %s)', (_what, town, start, horizon) => {
  const place = tenPlaces[town] ?? expect.fail();
  const observer = { ...place, source: 'settings' } as const;
  const from = Date.parse(start) / 1000;
  const pass =
    passesOf(truth.earthFixed, place, { from: from - 1200, hours: 1, horizon }).find(
      ({ visibleFrom }) => Math.abs((visibleFrom ?? 0) - from) < 2,
    ) ?? expect.fail();
  const look = (t: number | null) =>
    lookAngles(siteOfObserver(place), truth.earthFixed(t ?? expect.fail()));
  const [begin, end] = [look(pass.visibleFrom), look(pass.visibleTo)];
  const top = begin.elevation > end.elevation ? begin : end;
  const height = `${Math.round(top.elevation)}°`;
  const [first, last] = [compassInWords(begin.azimuth), compassInWords(end.azimuth)];
  const now = from * 1000 - 300_000;
  const state = {
    ...emptyContent,
    revision: 1,
    settings: {
      ...emptyContent.settings,
      station: { ...emptyContent.settings.station, alerts },
    },
    station: {
      ...emptyContent.station,
      ...{ observer, passes: [pass], passesUntil: now + 4 * 86_400_000, alerts: [pass] },
    },
  };

  it('culminates where it is not visible', () => {
    expect(pass.peak.elevation - top.elevation).toBeGreaterThan(5);
  });

  it('has the height of its visible stretch in the line of menu, tooltip, list and status bars', () => {
    expect(passInWords(pass, null, now).words).toContain(` · ${height} · `);
  });

  it('has the directions of its visible stretch in the popover', () => {
    const words = first === last ? `In the ${first}` : `From ${first} to ${last}`;
    expect(visiblePassInWords(state, now).words).toBe(
      town === 'Berlin' ? words : `${words}, in this computer’s time zone`,
    );
  });

  it('has the height, directions and end of its visible stretch in the notification', () => {
    const [notice] = noticesFor(state, new Set(), now);
    const until = (pass.visibleTo ?? NaN) * 1000;
    const way = `, up to ${height} high`;
    expect(notice?.body).toContain(
      first === last ? `In the ${first}${way}` : `From the ${first}${way}`,
    );
    expect(notice?.body).toContain(`until ${clockTime(until)}`);
    expect(notice?.until).toBe(until);
  });

  it('has the height, directions and times of its visible stretch in a calendar', () => {
    const subject = { kind: 'pass', observer, pass, sigma: null } as const;
    const event = eventContentOf(subject, { alerts, isSimulated: false, now });
    expect(event.summary).toBe(`Space station, up to ${height} high`);
    expect(event.description).toContain(`${height} above the horizon`);
    expect(event.description).toContain(first);
    const topTime = top === begin ? pass.visibleFrom : pass.visibleTo;
    expect(event.description).toContain(`highest at ${clockTime((topTime ?? NaN) * 1000)}`);
  });

  it('has the directions and heights of its visible stretch in the JSON', () => {
    const [answer] = passesAnswer(state, now, { days: null, visible: false }).passes;
    const { seen } = answer ?? expect.fail();
    expect([seen.from.at, seen.to.at]).toEqual([answer?.from, answer?.to]);
    expect(seen.top.elevation).toBeCloseTo(top.elevation, 0);
    for (const [shown, real] of [
      [seen.from, begin],
      [seen.to, end],
    ] as const) {
      expect(shown.elevation).toBeCloseTo(real.elevation, 0);
      expect(Math.abs(shown.azimuth - real.azimuth)).toBeLessThan(1);
    }
  });

  it('has the times, directions and height of its visible stretch in a post', () => {
    const { body } = postFromPass(pass, { now, simulated: false, seen: null });
    expect(body).toContain(`(${height}, ${compassInWords(top.azimuth)})`);
    expect(body).toContain(`(${first})`);
    expect(body).not.toContain('Rises');
  });

  it('has the height and directions of its visible stretch on the wallpaper', () => {
    const { detail } = drawPass(pass, place);
    expect(detail).toContain(`${height} high`);
    expect(detail).toContain(`the ${last}`);
  });

  it('has the icon of the tray from the begin to the end of its visible stretch', () => {
    const { icon, until } = trayIcon(state, false, now);
    expect([icon, until]).toEqual(['quiet', (pass.visibleFrom ?? NaN) * 1000]);
  });

  it('causes an alert before its visible stretch, also if invisible passes cause alerts', () => {
    const { nextAt } = passAlerts([pass], alerts, now - 3600_000);
    expect(nextAt).toBe(((pass.visibleFrom ?? NaN) - 600) * 1000);
  });
});
