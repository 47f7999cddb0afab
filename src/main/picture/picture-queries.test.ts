import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { anyState, noonMs } from '#test/support/any-state.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { setLanguage } from '#shared/language/language.ts';
import { failedRemote, idleRemote, readyRemote } from '#shared/remote.ts';
import type { AppState } from '#shared/state.ts';
import { pictureAnswer, pictureAnswerSchemas, pictureQueries } from './picture-queries.ts';

const state = (part: Partial<AppState>): AppState => ({
  ...emptyContent,
  revision: 1,
  services: { source: 'live', simulated: false },
  ...part,
});
const pathOf = ({ name }: { name: string }): string => `/pictures/${name}`;

it('pictureAnswer reports the newest picture with the path of its file', () => {
  const picture = readyRemote(dayPicture('2026-11-20', { title: 'M 31', credit: 'A. B.' }), 1);
  const answer = pictureAnswer(state({ picture }), noonMs, pathOf);
  expect(pictureAnswerSchemas().picture.parse(answer)).toEqual(answer);
  expect(answer).toMatchObject({
    version: 1,
    unknown: null,
    picture: {
      date: '2026-11-20',
      title: 'M 31',
      credit: 'A. B.',
      source: 'successor',
      file: '/pictures/2026-11-20-0.jpg',
      width: 1,
    },
  });
  const { text, line } = pictureQueries(pathOf).picture.answer(state({ picture }), noonMs);
  expect(text).toBe('M 31\nNovember 20, 2026\nA. B.\n/pictures/2026-11-20-0.jpg\n\nStars.');
  expect(line).toBe('M 31');
});

it('pictureAnswer reports a day without a picture', () => {
  const picture = readyRemote({ ...dayPicture('2026-11-20'), file: null }, 1);
  const answer = pictureAnswer(state({ picture }), noonMs, pathOf);
  expect(answer.picture).toMatchObject({ date: '2026-11-20', file: null, width: null });
  const pageUrl = 'https://pictures.example/2026-11-20';
  const film = dayPicture('2026-11-20', { title: 'Rain', credit: null, explanation: '', pageUrl });
  const withPage = state({ picture: readyRemote({ ...film, file: null }, 1) });
  expect(pictureQueries(pathOf).picture.answer(withPage, noonMs).text).toBe(
    `Rain\nNovember 20, 2026\n${pageUrl}`,
  );
});

it('pictureAnswer gives the reason when there is no picture, and labels simulated data', () => {
  const picture = failedRemote(idleRemote, { kind: 'offline', reason: 'dns' }, 1);
  const answer = pictureAnswer(state({ picture }), noonMs, pathOf);
  expect(answer).toMatchObject({ picture: null, unknown: expect.stringMatching(/\.$/) as string });
  setLanguage({ language: 'de', formats: 'de' });
  onTestFinished(() => setLanguage({ language: 'en', formats: 'en' }));
  expect(pictureAnswer(state({ picture }), noonMs, pathOf)).toEqual(answer);
  setLanguage({ language: 'en', formats: 'en' });
  const simulated = state({ picture, services: { source: 'embedded', simulated: true } });
  const { text, line } = pictureQueries(pathOf).picture.answer(simulated, noonMs);
  expect(text).toMatch(/^Demo data: not real.*\n/);
  expect(line).toMatch(/^Demo data: /);
});

it('pictureAnswer matches its schema, whatever the state', () => {
  fc.assert(
    fc.property(anyState, (any) => {
      const answer = pictureAnswer(any, noonMs, pathOf);
      expect(pictureAnswerSchemas().picture.parse(answer)).toEqual(answer);
    }),
  );
});
