// Runs in the page before the page's own scripts: a double of the main process, with a full app state, an archive of
// 11,000 days and all stars of the catalogue.
import { ok } from '#shared/failure.ts';
import type { Language } from '#shared/language/language.ts';
import type { ArchiveDay } from '#shared/picture/archive.ts';
import { bridgeDouble } from '#renderer-test/bridge-double.ts';
import { situations } from '#renderer-test/every-state.ts';
import { skyBehind } from '#renderer-test/sky-states.ts';
import { constellationLines, stars } from '#station/sky/stars.ts';

const dayMs = 86_400_000;
const count = 11_000;
const newest = Math.floor(Date.now() / dayMs) * dayMs;

const days: ArchiveDay[] = Array.from({ length: count }, (_, ago) => ({
  date: new Date(newest - ago * dayMs).toISOString().slice(0, 10),
  title: `The Sombrero Galaxy in Infrared, day ${count - ago}`,
  credit: 'The Overhead authors',
  mediaType: 'image',
  hasFile: true,
  thumbnail: `day-${ago % 40}.jpg`,
}));

const { state, answers } = situations.full;
/** The state of the app as the main process sends it. */
const app = { ...state, archive: { days: count, files: count, bytes: 9e9 } };
const starsAbove = stars.map(({ direction: [east, north, up], ...star }) => ({
  ...star,
  direction: [east, north, up] as [number, number, number],
}));
const visiblePass = app.station.passes.find(({ visible }) => visible);
const doubledBridge = bridgeDouble(app, {
  ...answers,
  // Half of the stars are above the horizon, as at any time.
  ...(visiblePass === undefined
    ? {}
    : {
        sky: skyBehind(visiblePass, {
          stars: starsAbove,
          lines: constellationLines.map((line) => [...line]),
        }),
      }),
  archive: ({ before, limit, words }) => {
    const matches = days.filter(
      ({ date, title }) => title.includes(words) && (before === null || date < before),
    );
    const page = matches.slice(0, limit);
    return Promise.resolve(
      ok({ days: page, next: matches.length > limit ? (page.at(-1)?.date ?? null) : null }),
    );
  },
  month: (month) => Promise.resolve(ok(days.filter(({ date }) => date.startsWith(month)))),
  days: (dates) => {
    const requestedDates = new Set(dates);
    return Promise.resolve(ok(days.filter(({ date }) => requestedDates.has(date))));
  },
});
let { revision } = app;

/** The functions that the benchmark calls in the page. */
export interface PageControls {
  /** Sends a state with another language. Resolves with the milliseconds until the page is painted in that language. */
  readonly switchLanguage: (language: Language) => Promise<number>;
}
const controls: PageControls = {
  async switchLanguage(language) {
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    const begun = performance.now();
    revision += 1;
    doubledBridge.tell({ ...app, revision, language: { language, formats: language } });
    while (document.documentElement.lang !== language) await frame();
    // Wait for two frames: the frame with the new words, and the next one, which begins after the new words are
    // painted.
    await frame();
    await frame();
    return performance.now() - begun;
  },
};
Object.assign(globalThis, { controls });
Object.defineProperty(globalThis, 'overhead', { value: doubledBridge.bridge });
