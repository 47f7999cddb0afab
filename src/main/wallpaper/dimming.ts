import type { Appearance } from '#shared/wallpaper/appearance.ts';
import type { Place } from '#shared/station/sky/earth.ts';
import { solarElevation, subsolarPoint } from '#shared/station/sky/sun.ts';

/** The elevation of the Sun's centre at sunset, degrees: its upper edge is on the horizon, with refraction. */
const sunsetElevation = -0.833;
/** The hours of dimming if no place is known: from 20:00 to 6:00 by the computer's clock. */
const eveningHours = { from: 20, to: 6 };

const stepMs = 10 * 60_000;
const dayMs = 24 * 3600_000;

/**
 * Whether the wallpaper is dimmed at `now`, and the time of the next check (`nextAt`; null: time alone changes
 * nothing). Times are milliseconds since the Unix epoch. With `when` = `evening`, the wallpaper is dimmed all day in
 * the polar night, and never during the polar day.
 */
export function dimmingAt(
  when: Appearance['dimming'],
  { isDark, place }: { readonly isDark: boolean; readonly place: Place | null },
  now: number,
): { readonly dimmed: boolean; readonly nextAt: number | null } {
  if (when === 'never') return { dimmed: false, nextAt: null };
  if (when === 'dark') return { dimmed: isDark, nextAt: null };
  if (place === null) return dimmingByClock(now);
  const isDown = (at: number): boolean =>
    solarElevation(place, subsolarPoint(at / 1000)) <= sunsetElevation;
  const isDimmed = isDown(now);
  for (let at = now + stepMs; at < now + dayMs; at += stepMs)
    if (isDown(at) !== isDimmed) {
      let [unchangedAt, changedAt] = [at - stepMs, at];
      while (changedAt - unchangedAt > 1000) {
        const middle = Math.floor((unchangedAt + changedAt) / 2);
        if (isDown(middle) === isDimmed) unchangedAt = middle;
        else changedAt = middle;
      }
      return { dimmed: isDimmed, nextAt: changedAt };
    }
  return { dimmed: isDimmed, nextAt: now + dayMs };
}

function dimmingByClock(now: number) {
  const { from, to } = eveningHours;
  const hour = new Date(now).getHours();
  const isDimmed = hour >= from || hour < to;
  const nextChange = new Date(now);
  nextChange.setHours(hour >= from ? 24 + to : hour < to ? to : from, 0, 0, 0);
  return { dimmed: isDimmed, nextAt: nextChange.getTime() };
}
