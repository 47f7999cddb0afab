import { describe, expect, it } from 'vitest';
import { pictureRecord } from '#test/support/pictures.ts';
import {
  imageAddresses,
  type DisplayNeed,
  pictureAddressPolicy,
  displayNeedOf,
} from './picture-addresses.ts';

const sd = 'https://apod.nasa.gov/sd.jpg';
const hd = 'https://apod.nasa.gov/hd.jpg';
const still = 'https://img.youtube.com/vi/x/0.jpg';
const both = pictureRecord('2026-11-20', { url: sd, hdUrl: hd });
const need = (longestSide: number | null): DisplayNeed => ({ longestSide });
const urls = imageAddresses;

describe('imageAddresses', () => {
  it.each([
    ['a large display', both, need(3840), [hd, sd]],
    ['unknown displays', both, need(null), [hd, sd]],
    ['a small display', both, need(1280), [sd, hd]],
    ['a record without a high resolution', { ...both, hdUrl: null }, need(3840), [sd]],
    ['a record without a standard resolution', { ...both, url: null }, need(1280), [hd]],
    ['two equal addresses', { ...both, hdUrl: sd }, need(3840), [sd]],
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
  ])('lists the addresses for %s', (_name, record, display, expected) => {
    expect(urls(record, display)).toEqual(expected);
  });

  const host = 'https://assets.science.nasa.gov';
  const path = 'science/cds/apod/apod/2026/october';
  const sent = (name: string, size: string): string =>
    `${host}/dynamicimage/assets/${path}/${name}?${size}&fit=crop&crop=faces%2Cfocalpoint`;
  const original = (name: string): string => `${host}/content/dam/${path}/${name}`;
  const resized = (name: string, w: number, h: number): string =>
    `${host}/dynamicimage/assets/${path}/${name}?w=${w}&h=${h}&fit=clip`;
  const a = sent('a.jpg', 'w=4455&h=5592');

  it.each([
    ['a smaller display', a, need(1920), [resized('a.jpg', 1920, 2410), original('a.jpg'), a]],
    [
      'a display whose size is between two widths',
      a,
      need(1921),
      [resized('a.jpg', 2560, 3213), original('a.jpg'), a],
    ],
    ['an unknown display', a, need(null), [resized('a.jpg', 3840, 4820), original('a.jpg'), a]],
    ['a larger display', a, need(5120), [original('a.jpg'), a]],
  ])('lists the addresses of the image host for %s', (_name, hdUrl, display, expected) => {
    expect(urls(pictureRecord('2026-11-20', { url: null, hdUrl }), display)).toEqual(expected);
  });

  it.each([
    ['an address with an unknown size', sent('b.png', 'w=0&h=0')],
    ['an address with an unknown width', sent('b.png', 'w=0&h=3000')],
    ['an address with an unknown height', sent('b.png', 'w=4000&h=0')],
    ['an address without a size', `${host}/dynamicimage/assets/${path}/b.png`],
    ['an address with the same size', sent('b.png', 'w=1920&h=1080')],
    ['an old address', `${host}/content/dam/${path}/b.png?w=4000&h=3000&fit=clip`],
  ])('lists the original, then the address itself, for %s', (_name, hdUrl) => {
    const expected = [original('b.png'), hdUrl];
    for (const display of [need(1920), need(2560)])
      expect(urls(pictureRecord('2026-11-20', { url: null, hdUrl }), display)).toEqual(expected);
    const still = { mediaType: 'video', url: 'https://youtu.be/x', thumbnailUrl: hdUrl } as const;
    expect(urls(pictureRecord('2026-11-20', still), need(1920))).toEqual(expected);
  });

  it('lists only the original of a GIF', () => {
    for (const [name, count] of [
      ['c.gif', 1],
      ['C.GIF', 1],
      ['c.gif.png', 3],
    ] as const) {
      const hdUrl = sent(name, 'w=4000&h=3000');
      const listed = urls(pictureRecord('2026-11-20', { url: null, hdUrl }), need(1280));
      expect(listed).toHaveLength(count);
      expect(listed).toContain(original(name));
    }
  });

  it('lists a second address of the day last', () => {
    const page = `${host}/dynamicimage/assets/${path}/a.jpg`;
    const record = pictureRecord('2026-11-20', { url: page, hdUrl: a });
    expect(urls(record, need(5120))).toEqual([original('a.jpg'), a, page]);
    expect(urls(record, need(1280))[0]).toBe(resized('a.jpg', 1280, 1607));
  });
});

const policy = pictureAddressPolicy(['http://127.0.0.1:4000/base', 'https://example.org']);

it.each([
  ['http://127.0.0.1:4000/image/a.png', 'own'],
  ['https://example.org/a.png', 'own'],
  ['https://apod.nasa.gov/apod/image/a.jpg', 'public'],
  ['https://assets.science.nasa.gov/a.jpg?w=1', 'public'],
  ['https://nasa.gov/a.jpg', 'public'],
  ['https://apod.com/en/image/a.jpg', 'public'],
  ['https://notapod.com/a.jpg', 'refused'],
  ['https://img.youtube.com/vi/x/0.jpg', 'public'],
  ['https://i.ytimg.com/vi/x/0.jpg', 'public'],
  ['https://i.vimeocdn.com/video/1.jpg', 'public'],
  ['https://example.org:8443/a.png', 'public'],
  ['http://apod.nasa.gov/a.jpg', 'refused'],
  ['http://img.youtube.com/vi/x/0.jpg', 'refused'],
  ['http://example.org/a.png', 'refused'],
  ['http://127.0.0.1:4001/image/a.png', 'refused'],
  ['https://notnasa.gov/a.jpg', 'refused'],
  ['https://nasa.gov.example.com/a.jpg', 'refused'],
  ['https://www.youtube.com/a.jpg', 'refused'],
  ['https://me:secret@apod.nasa.gov/a.jpg', 'refused'],
  ['file:///etc/passwd', 'refused'],
  ['data:image/png,x', 'refused'],
])('pictureAddressPolicy classifies %s: %s', (url, expected) => {
  const admission = policy(new URL(url));
  expect(typeof admission === 'object' ? 'refused' : admission).toBe(expected);
});

const display = (width: number, height: number, scaleFactor: number) => {
  const bounds = { x: 0, y: 0, width, height };
  return { id: 1, isPrimary: true, bounds, workArea: bounds, scaleFactor };
};

it.each([
  [[], null],
  [[display(1920, 1080, 1)], 1920],
  [[display(1920, 1080, 1), display(1280, 800, 2)], 2560],
  [[display(1080, 1920, 1.25)], 2400],
])('displayNeedOf returns the longest side of %j', (displays, longestSide) => {
  expect(displayNeedOf(displays)).toEqual({ longestSide });
});
