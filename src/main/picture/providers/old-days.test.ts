import { describe, expect, it } from 'vitest';
import { readDayAnswer, readDayOfFeed, readDayPage } from './read-day.ts';
import { readExplanation } from './text.ts';

// Old days in their old forms, and fields with the text of their neighbours in them.

const legacy = (fields: Readonly<Record<string, unknown>>) =>
  readDayAnswer(
    {
      date: '1996-09-25',
      title: 'A Cloud',
      media_type: 'image',
      explanation: 'Dust hides the stars.',
      service_version: 'v1',
      url: 'https://apod.nasa.gov/apod/image/9609/cloud.gif',
      ...fields,
    },
    { date: null, url: new URL('https://api.nasa.gov/planetary/apod'), servedBy: 'legacy' },
  );
const long = 'Which of these stars is nearest, and how is that known at all? '.repeat(9);

describe('readExplanation', () => {
  const base = new URL('https://apod.nasa.gov/apod/');
  const sentence = 'This cloud hides the stars behind it, and nobody knows for how long.';
  it.each([
    `${sentence} | Archive | Index | Search | Calendar |`,
    `${sentence} < | Archive | Index | >`,
    `${sentence} Authors & editors: Ada Example`,
    `${sentence} NASA Technical Rep.: Ada Example ${long}`,
    `${sentence} We keep an archive of these pictures. ${long}`,
    `${sentence} <p> <b> Tomorrow's Picture: </b> <a href="ap950625.html">A Star</a> <p>`,
    `Credit: An Observatory Explanation: ${sentence}`,
    `<b>Picture Credit:</b> Ada <p> <b> Explanation: </b> ${sentence}`,
  ])('cuts the other parts of the page: %j', (html) =>
    expect(readExplanation(html, base).text).toBe(sentence),
  );
});

describe('readDayAnswer', () => {
  it.each([
    "Tomorrow's picture",
    'Information',
    'Picture Credit: Ada',
    'APOD: June 24, 1995',
    '1995 June 24',
  ])('treats the label %j as a missing title, so that the next source is asked', (title) => {
    expect(legacy({ title })).toMatchObject({ value: { title: 'Astronomy Picture of the Day' } });
  });

  it('accepts a picture whose title is that of the site, and refuses a logo with that title', () => {
    expect(legacy({ title: 'NASA' })).toMatchObject({ ok: true, value: { title: 'NASA' } });
    expect(legacy({ title: 'NASA Science', url: 'https://a.nasa.gov/nasa-logo@2x.png' })).toEqual({
      ok: false,
      failure: { kind: 'placeholder' },
    });
  });
});

it('readDayOfFeed cuts the label and the explanation from the credit', () => {
  const feed = `<rss><channel><item><title>A Cloud</title>
<link>https://science.nasa.gov/image-article/apod-2026-november-20-a-cloud/</link>
<apod:credit>Drawing Credit: Ada Explanation: ${long}</apod:credit>
<apod:hdurl>https://assets.science.nasa.gov/content/dam/a.jpg</apod:hdurl></item></channel></rss>`;
  const url = new URL('https://science.nasa.gov/feed/apod-basic/');
  expect(readDayOfFeed(feed, url, null)).toMatchObject({ ok: true, value: { credit: 'Ada' } });
});

describe('readDayPage', () => {
  const url = new URL('https://apod.com/en/ap950624.html');
  const media = '<a href="image/cloud.gif"><img src="image/cloud_small.gif" alt="x"></a>';
  const expected = {
    date: '1995-06-24',
    title: 'A Dark Cloud',
    credit: 'An Observatory',
    explanation: 'Dust hides the stars.',
    url: 'https://apod.com/en/image/cloud_small.gif',
    hdUrl: 'https://apod.com/en/image/cloud.gif',
  };
  const footer = '<p><hr><center><a href="archivepix.html">Archive</a></center>';

  it.each([
    [
      'two centred parts',
      `<center><h1>Astronomy Picture of the Day</h1><p>June 24, 1995<br>${media}</center>
<center><b>A Dark Cloud</b><br><b>Picture Credit:</b> An Observatory</center><p>
<b>Explanation:</b> Dust hides the stars.${footer}`,
    ],
    [
      'one centred part',
      `<CENTER><H1>Astronomy Picture of the Day</H1><P>Today's Picture: June 24, 1995<P>${media}</CENTER>
<B>A Dark Cloud</B><BR><B>Picture Credit:</B> An Observatory<P>
<B>Explanation:</B> Dust hides the stars.${footer}`,
    ],
    [
      'its title at the top alone',
      `<title>APOD: June 24, 1995 - A Dark Cloud</title><center><h1>Astronomy Picture of the Day</h1>
<p>June 24, 1995<p>${media}</center><i>Credit:</i> An Observatory<p><b> Explanation: </b> Dust hides the stars.${footer}`,
    ],
    [
      'title and credit in the part with the picture',
      `<center><h1>Astronomy Picture of the Day</h1><p>June 24, 1995<p>${media}
<p><b>A Dark Cloud</b><br><b>Credit:</b> An Observatory</center><p>
<b>Explanation:</b> Dust hides the stars.<p><strong> Tomorrow's picture: </strong><a href="ap950625.html">A Star</a>${footer}`,
    ],
    [
      'no centred part',
      `<div align=center><p>June 24, 1995<p>${media}</div><p><b>A Dark Cloud</b><br><b>Credit:</b> An Observatory<p>
<b> Explanation: </b>Dust hides the stars.\n<p><strong> Tomorrow's picture: </strong>A Star${footer}`,
    ],
    [
      'a link in the title',
      `<center><p>June 24, 1995<p>${media}</center><b><a href="x.html">A Dark Cloud</a></b><br><b>Credit:</b> An Observatory
<p><b>Explanation:</b> Dust hides the stars.${footer}`,
    ],
    [
      'its title as a heading, and a label that is not bold',
      `<center><p>June 24, 1995<p>${media}</center><h3>A Dark Cloud</h3><b>Credit:</b> An Observatory
<p>Explanation: Dust hides the stars.${footer}`,
    ],
    [
      'a title that is not closed',
      `<center><p>June 24, 1995<p>${media}</center><center><b>A Dark Cloud<br><b>Credit:</b> An Observatory</center>
<p><b>Explanation:</b> Dust hides the stars.${footer}`,
    ],
    [
      'a button before the picture, and the date in another form',
      `<center><img src="button.gif" width=16 height="16"><p>24 Jun. 1995<p>${media}</center>
<center><b>A Dark Cloud</b><br><b>Credit:</b> An Observatory</center><p><b>Explanation:</b> Dust hides the stars.${footer}`,
    ],
  ])('reads a page of 1995 with %s', (_name, html) => {
    expect(readDayPage(html, url, '1995-06-24')).toMatchObject({ ok: true, value: expected });
  });
});
