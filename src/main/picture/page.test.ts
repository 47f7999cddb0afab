import { describe, expect, it } from 'vitest';
import { pictureRecord } from '#test/support/pictures.ts';
import { pagesOf } from './page.ts';

const pageUrl = 'https://science.nasa.gov/image-article/a/';
const video = (url: string): readonly string[] =>
  pagesOf(pictureRecord('2026-11-20', { mediaType: 'video', url, pageUrl }));

describe('pagesOf', () => {
  it.each([
    [
      'https://www.youtube.com/embed/Inv-ent_ed?rel=0',
      'https://www.youtube.com/watch?v=Inv-ent_ed',
    ],
    ['https://www.youtube-nocookie.com/embed/x', 'https://www.youtube.com/watch?v=x'],
    ['https://player.vimeo.com/video/42?h=1', 'https://vimeo.com/42'],
    ['https://youtube.com.example.org/embed/x', 'https://youtube.com.example.org/embed/x'],
    ['https://assets.science.nasa.gov/film.mp4', 'https://assets.science.nasa.gov/film.mp4'],
  ])('opens the video %s', (url, watch) => expect(video(url)).toEqual([watch, pageUrl]));

  it('opens the page of a day with a picture, or that of the legacy site', () => {
    expect(pagesOf(pictureRecord('2026-11-20', { pageUrl }))).toEqual([pageUrl]);
    expect(pagesOf(pictureRecord('2026-11-20'))).toEqual([
      'https://apod.nasa.gov/apod/ap261120.html',
    ]);
  });
});
