import { describe, expect, it } from 'vitest';
import { berlinObserver, circlingOrbit, passesFrom } from '#renderer-test/station-states.ts';
import { lookAngles, siteOfObserver } from '#shared/station/sky/observer.ts';
import { pointOnChart, pointsBetween, skyArc } from '#shared/station/sky/sky-arc.ts';

const start = Date.UTC(2026, 10, 21) / 1000;

describe('skyArc', () => {
  it('is accurate to 0.1° in every pass of five days', () => {
    const site = siteOfObserver(berlinObserver);
    const passes = passesFrom(start, berlinObserver);
    expect(passes.length).toBeGreaterThan(15);
    for (const pass of passes) {
      const arc = skyArc(pass);
      for (let { t } = pass.rise; t <= pass.set.t; t += 10) {
        const truth = lookAngles(site, circlingOrbit(t));
        const { azimuth, elevation } = arc(t);
        const turned = ((azimuth - truth.azimuth + 540) % 360) - 180;
        // Near the zenith a large change of azimuth is a small step.
        const across = Math.abs(turned) * Math.cos((truth.elevation * Math.PI) / 180);
        expect(across, `azimuth at ${t}`).toBeLessThan(0.1);
        expect(Math.abs(elevation - truth.elevation), `elevation at ${t}`).toBeLessThan(0.1);
      }
    }
  });

  it('is sampled by pointsBetween from the start to the end of a part of a pass', () => {
    const arc = (t: number) => ({ azimuth: t, elevation: 0 });
    const azimuths = pointsBetween(arc, 100, 125).map(({ azimuth }) => Math.round(azimuth));
    expect(azimuths).toEqual([100, 108, 117, 125]);
    expect(pointsBetween(arc, 100, 100).map(({ azimuth }) => azimuth)).toEqual([100, 100]);
  });
});

describe('pointOnChart', () => {
  it.each([
    { what: 'north at the top', azimuth: 0, elevation: 0, x: 0, y: -90 },
    { what: 'east at the left', azimuth: 90, elevation: 0, x: -90, y: 0 },
    { what: 'south at the bottom', azimuth: 180, elevation: 0, x: 0, y: 90 },
    { what: 'west at the right', azimuth: 270, elevation: 30, x: 60, y: 0 },
    { what: 'the zenith in the middle', azimuth: 123, elevation: 90, x: 0, y: 0 },
  ])('puts $what', ({ azimuth, elevation, x, y }) => {
    const [cx, cy] = pointOnChart({ azimuth, elevation }, 90);
    expect(cx).toBeCloseTo(x, 9);
    expect(cy).toBeCloseTo(y, 9);
  });
});
