import { expect, it } from 'vitest';
import { dayPicture } from '../../../test/support/pictures.ts';
import { emptyContent } from '../../../test/support/surroundings.ts';
import type { AppState } from '../../shared/state.ts';
import { failed, ready } from '../../shared/remote.ts';
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
