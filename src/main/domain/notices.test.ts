import { expect, it } from 'vitest';
import { emptyContent } from '../../../test/support/surroundings.ts';
import type { AppState } from '../../shared/state.ts';
import { failed, ready } from '../../shared/remote.ts';
import { noticesFor } from './notices.ts';

const picture = {
  record: {
    date: '2026-11-20',
    title: 'Stars & <dust>',
    explanation: '',
    credit: 'A. Person',
    mediaType: 'image' as const,
    url: null,
    hdUrl: null,
    thumbnailUrl: null,
  },
  file: { name: 'a.jpg', format: 'jpeg' as const, bytes: 1, width: 1, height: 1 },
};
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
