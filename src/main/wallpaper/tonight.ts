import { m } from '#words';
import { compassInWords } from '#shared/station/sky/compass.ts';
import { isFarFromClock, passSpan, seenPart } from '#shared/station/sky/pass-span.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { pointsBetween, skyArc, type SkyPoint } from '#shared/station/sky/sky-arc.ts';
import type { Place } from '#shared/station/sky/earth.ts';
import { clockTime } from '#shared/time-words.ts';
import type { PassDrawing } from '#shared/wallpaper/composition.ts';

const radians = Math.PI / 180;

/** The drawing of a visible pass for the wallpaper. `place` is the observer's. */
export function drawPass(pass: Pass, place: Place): PassDrawing {
  const { from, top, to } = seenPart(pass);
  const arc = skyArc(pass);
  const height = `${Math.round(top.elevation)}°`;
  const [begin, end] = [compassInWords(from.azimuth), compassInWords(to.azimuth)];
  const titleText = m.wallpaper_tonight_title({
    from: clockTime(from.t * 1000),
    to: clockTime(to.t * 1000),
  });
  // The drawing is for an observer who faces the culmination.
  const facingAzimuth = pass.peak.azimuth;
  const points = (first: number, last: number) =>
    pointsBetween(arc, first, last).map((point) => projectOnHalfDisc(point, facingAzimuth));
  return {
    title: isFarFromClock(place.longitude, from.t * 1000)
      ? m.forecast_by_clock({ pass: titleText })
      : titleText,
    detail:
      begin === end
        ? m.wallpaper_tonight_in({ height, top: begin })
        : m.wallpaper_tonight_way({
            from: begin,
            to: end,
            height,
            top: compassInWords(top.azimuth),
          }),
    directions: [
      compassInWords(facingAzimuth - 90),
      compassInWords(facingAzimuth),
      compassInWords(facingAzimuth + 90),
    ],
    path: points(pass.rise.t, pass.set.t),
    seen: points(from.t, to.t),
  };
}

/**
 * Projects the half of the sky around the azimuth `facing` onto a half disc: orthographic, so that elevations are
 * horizontal lines. Rounded to three decimal places, so that equal passes have equal drawings.
 */
function projectOnHalfDisc(
  { azimuth, elevation }: SkyPoint,
  facing: number,
): readonly [number, number] {
  const horizontalPart = Math.cos(elevation * radians);
  const roundCoordinate = (value: number): number => Math.round(value * 1000) / 1000;
  return [
    roundCoordinate(horizontalPart * Math.sin((azimuth - facing) * radians)),
    roundCoordinate(Math.max(0, Math.sin(elevation * radians))),
  ];
}

/** How long before a pass the wallpaper shows it, in milliseconds. */
export const passLeadMs = 12 * 3600_000;

/** The first visible pass that is not over; `now` is in milliseconds since the Unix epoch. */
export const nextVisiblePass = (passes: readonly Pass[], now: number): Pass | null =>
  passes.find((pass) => pass.visible && passSpan(pass).to * 1000 > now) ?? null;

/** Whether the drawing of the first pass is also valid for the second: less than a minute and 3 degrees apart. */
export function isSamePassDrawing(drawn: Pass, pass: Pass): boolean {
  const [drawnPart, part] = [seenPart(drawn), seenPart(pass)];
  return (
    Math.abs(drawnPart.from.t - part.from.t) < 60 &&
    Math.abs(drawnPart.to.t - part.to.t) < 60 &&
    Math.abs(drawnPart.top.elevation - part.top.elevation) < 3
  );
}
