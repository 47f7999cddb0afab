import { describe, expect, it } from 'vitest';
import { pictureRecord } from '../../../../test/support/pictures.ts';
import { imageSources, type DisplayNeed } from './image-choice.ts';

const sd = 'https://apod.nasa.gov/sd.jpg';
const hd = 'https://apod.nasa.gov/hd.jpg';
const still = 'https://img.youtube.com/vi/x/0.jpg';
const both = pictureRecord('2026-11-20', { url: sd, hdUrl: hd });
const need = (longestSide: number | null, metered = false): DisplayNeed => ({
  longestSide,
  metered,
});
const urls = (record: typeof both, display: DisplayNeed): string[] =>
  imageSources(record, display).map(({ url }) => url);

describe('imageSources', () => {
  it.each([
    ['a large display', both, need(3840), [hd, sd]],
    ['displays of which nothing is known', both, need(null), [hd, sd]],
    ['a small display', both, need(1280), [sd, hd]],
    ['a large display on a metered line', both, need(3840, true), [sd, hd]],
    ['no high resolution', { ...both, hdUrl: null }, need(3840), [sd]],
    ['no standard resolution', { ...both, url: null }, need(1280), [hd]],
    ['twice the same', { ...both, hdUrl: sd }, need(3840), [sd]],
    ['a video', { ...both, mediaType: 'video' as const, thumbnailUrl: still }, need(3840), [still]],
    [
      'a video with a placeholder',
      {
        ...both,
        mediaType: 'video' as const,
        thumbnailUrl: 'https://a.nasa.gov/news-thumbnail.png',
      },
      need(3840),
      [],
    ],
    ['a video without a still', { ...both, mediaType: 'video' as const }, need(3840), []],
  ])('%s', (_name, record, display, expected) => {
    expect(urls(record, display)).toEqual(expected);
  });

  it.each([
    [need(1920), 1920],
    [need(1921), 2560],
    [need(9999), 5120],
    [need(null), 3840],
    [need(3840, true), 1280],
  ])('asks the successor for the size that %j needs, uncut', (display, side) => {
    const raw =
      'https://assets.science.nasa.gov/a.jpg?w=4096&h=2000&fit=crop&crop=faces%2Cfocalpoint';
    const record = pictureRecord('2026-11-20', { url: null, hdUrl: raw, servedBy: 'successor' });
    const [first, second] = urls(record, display);
    const { searchParams } = new URL(first ?? '');
    expect(Object.fromEntries(searchParams)).toEqual({
      w: String(side),
      h: String(side),
      fit: 'clip',
    });
    expect(second).toBe(raw);
  });

  it('takes fewer bytes where something smaller is to be had', () => {
    const limits = (display: DisplayNeed, record = both): number[] =>
      imageSources(record, display).map(({ limit }) => limit / 2 ** 20);
    expect(limits(need(3840))).toEqual([32, 64]);
    expect(limits(need(3840, true))).toEqual([4, 64]);
    expect(limits(need(3840), { ...both, url: null })).toEqual([64]);
  });
});
