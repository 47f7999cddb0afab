import { afterEach, describe, expect, it } from 'vitest';
import { setLanguage } from '#shared/language/language.ts';
import type { ImportReport } from '#shared/journal/transfer.ts';
import { exportInWords, importInWords } from './file-words.ts';

afterEach(() => setLanguage({ language: 'en', formats: 'en' }));

const imported = (added: number, known: number): ImportReport => ({
  kind: 'imported',
  added,
  known,
});
const rejected = (reason: Extract<ImportReport, { kind: 'rejected' }>['reason']): ImportReport => ({
  kind: 'rejected',
  line: 2,
  reason,
  field: reason === 'wrong-field' ? 'createdAt' : null,
});

describe('importInWords', () => {
  it.each([
    [imported(3, 2), '3 posts imported. 2 were there already.'],
    [imported(1, 1), '1 post imported. 1 was there already.'],
    [imported(2, 0), '2 posts imported.'],
    [imported(0, 1), 'Nothing new: the post in this file is in the journal already.'],
    [imported(0, 4), 'Nothing new: all 4 posts in this file are in the journal already.'],
    [imported(0, 0), 'There are no posts in this file.'],
    [rejected('not-a-post'), 'Nothing was imported: line 2 of the file is not a post.'],
    [
      rejected('wrong-field'),
      'Nothing was imported: in the post in line 2, “createdAt” is missing or wrong.',
    ],
    [
      rejected('too-long'),
      'Nothing was imported: the post in line 2 is longer than a post may be.',
    ],
    [
      rejected('open-comment'),
      'Nothing was imported: the comment that begins in line 2 has no end.',
    ],
    [rejected('outside-a-post'), 'Nothing was imported: the text in line 2 belongs to no post.'],
  ])('describes %j: %s', (report, words) => expect(importInWords(report)).toBe(words));

  it('uses the language of the app', () => {
    setLanguage({ language: 'de', formats: 'de' });
    expect(importInWords(imported(3, 1))).toBe('3 Beiträge importiert. 1 war schon da.');
  });
});

it('exportInWords describes how many posts were exported, and to which file', () => {
  expect(exportInWords({ posts: 1, path: '/a.md' })).toBe('1 post exported to /a.md.');
  expect(exportInWords({ posts: 3, path: '/a.md' })).toBe('3 posts exported to /a.md.');
});
