// Runs in the page before its own scripts: main as a double, with a full app and an archive of 11,000 days.
import { ok } from '#shared/failure.ts';
import type { ArchiveDay } from '#shared/picture/archive.ts';
import { bridgeDouble } from '#renderer-test/bridge-double.ts';
import { situations } from '#renderer-test/every-state.ts';

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
const { bridge } = bridgeDouble(
  { ...state, archive: { days: count, files: count, bytes: 9e9 } },
  {
    ...answers,
    archive: ({ before, limit, words }) => {
      const found = days.filter(
        ({ date, title }) => title.includes(words) && (before === null || date < before),
      );
      const page = found.slice(0, limit);
      return Promise.resolve(
        ok({ days: page, next: found.length > limit ? (page.at(-1)?.date ?? null) : null }),
      );
    },
    month: (month) => Promise.resolve(ok(days.filter(({ date }) => date.startsWith(month)))),
    days: (dates) => {
      const asked = new Set(dates);
      return Promise.resolve(ok(days.filter(({ date }) => asked.has(date))));
    },
  },
);
Object.defineProperty(globalThis, 'overhead', { value: bridge });
