import { m } from '#words';
import { brightnessSentence } from '#shared/station/brightness-words.ts';
import { hiddenReasonWords } from '#shared/station/pass-forecast.ts';
import { compassInWords } from '#shared/station/sky/compass.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { passSpan, seenPart } from '#shared/station/sky/pass-span.ts';
import type { Transit } from '#shared/station/sky/transit.ts';
import { isSeenFromPlace } from '#shared/station/sky/transit-chance.ts';
import type { AlertSettings } from '#shared/station/station.ts';
import {
  chanceInWords,
  degreesInWords,
  lineCertainty,
  lookInWords,
  motionInWords,
  silhouetteInWords,
  timeCertainty,
  wayInWords,
} from '#shared/station/transit-words.ts';
import { zonedTime } from '#shared/time-words.ts';
import { placeInWords } from '#shared/words.ts';
import { isAnnounced, isInQuietHours } from '../sky/pass-alerts.ts';
import type { EventContent, EventSubject } from './entries.ts';

interface ContentOptions {
  readonly alerts: AlertSettings;
  /** Whether the data come from the embedded services. */
  readonly isSimulated: boolean;
  /** The present time, in milliseconds since the Unix epoch. */
  readonly now: number;
}

/**
 * The length of the event of a transit, seconds. The transit itself takes about a second, and no calendar can show such
 * a short event.
 */
const transitSeconds = 60;

/** The words of an event in the language of the app, and its alarm by the settings of the alerts. */
export function eventContentOf(subject: EventSubject, options: ContentOptions): EventContent {
  const { observer } = subject;
  if (subject.kind === 'transit') {
    const { transit } = subject;
    const place = isSeenFromPlace(transit) ? observer : transit.stand;
    return buildContent(
      { start: transit.t, end: transit.t + transitSeconds, hasAlarm: options.alerts.enabled },
      transitTitle(transit),
      transitLines(transit, observer, options.now),
      place,
      options,
    );
  }
  const { pass, sigma } = subject;
  const { from, to } = passSpan(pass);
  return buildContent(
    { start: from, end: to, hasAlarm: options.alerts.enabled && isAnnounced(pass, options.alerts) },
    passTitle(pass),
    passLines(pass, sigma, options.now),
    observer,
    options,
  );
}

function buildContent(
  { start, end, hasAlarm }: { start: number; end: number; hasAlarm: boolean },
  title: string,
  lines: readonly string[],
  place: { latitude: number; longitude: number },
  { alerts, isSimulated }: ContentOptions,
): EventContent {
  return {
    start: Math.round(start),
    end: Math.round(end),
    summary: isSimulated ? m.notice_simulated({ text: title }) : title,
    description: lines.join('\n'),
    // Calendar apps search for this text on a map, which may not know no-break spaces.
    location: placeInWords(place).replaceAll('\u00a0', ' '),
    latitude: place.latitude,
    longitude: place.longitude,
    alarmMinutes: hasAlarm && !isAlarmQuiet(start, alerts) ? alerts.leadMinutes : null,
  };
}

/** Whether the alarm of an event at `t` (Unix seconds) would be in the quiet hours, in the system's time zone. */
export function isAlarmQuiet(t: number, { quiet, leadMinutes }: AlertSettings): boolean {
  const alarmTime = new Date((t - leadMinutes * 60) * 1000);
  return (
    quiet !== null && isInQuietHours(alarmTime.getHours() * 60 + alarmTime.getMinutes(), quiet)
  );
}

function passTitle(pass: Pass): string {
  const height = degreesInWords(seenPart(pass).top.elevation);
  return pass.visible ? m.calendar_pass({ height }) : m.calendar_pass_hidden({ height });
}

function passLines(pass: Pass, sigma: number | null, now: number) {
  const { visible, reason, brightness } = pass;
  const { from, top, to } = seenPart(pass);
  const way = {
    from: compassInWords(from.azimuth),
    height: degreesInWords(top.elevation),
    peak: compassInWords(top.azimuth),
    to: compassInWords(to.azimuth),
    // The calendar may be read in another time zone.
    clock: zonedTime(top.t * 1000),
  };
  return [
    way.from === way.to ? m.calendar_way_in(way) : m.calendar_way(way),
    ...(visible || reason === null ? [] : [m.notice_hidden({ why: hiddenReasonWords[reason] })]),
    ...(brightness === null ? [] : [brightnessSentence(brightness.magnitude)]),
    ...(sigma === null ? [] : [timeCertainty(sigma, top.t, now)]),
  ];
}

const transitTitle = ({ body }: Transit): string =>
  body === 'sun' ? m.calendar_transit_sun() : m.calendar_transit_moon();

function transitLines(transit: Transit, observer: Observer, now: number) {
  return [
    m.calendar_transit_time({ clock: zonedTime(transit.t * 1000, '2-digit') }),
    wayInWords(transit, observer),
    ...lookInWords(transit, observer),
    // Always write the date, because the event may be read on another day.
    lineCertainty(transit, now, 0),
    chanceInWords(transit),
    timeCertainty(transit.timeSigma, transit.t, now),
    silhouetteInWords(transit),
    motionInWords(transit),
    ...(transit.body === 'sun' ? [m.sky_transit_sun_warning()] : []),
  ];
}
