import { describe, expect, it } from 'vitest';
import { readDayAnswer, readDayOfFeed, readDayPage } from './read-day.ts';
import { findDate } from './markup.ts';
import { readAltText, readCredit, readExplanation, readTitle } from './text.ts';

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

describe('readCredit', () => {
  it.each([
    [`Ada Example Explanation: ${long}`, 'Ada Example'],
    ['<b>Credit:</b> Ada Example <b> Explanation: </b> Stars.', 'Ada Example'],
    ["Ada Example Tomorrow's picture: dust", 'Ada Example'],
    ['Ada Example Music:', 'Ada Example'],
    ['Ada Example; Music & Sound:', 'Ada Example'],
    ['Ada Example Explanation', 'Ada Example'],
    ['Ada Example - Explanation: Stars.', 'Ada Example'],
    ['Ada Example Authors & editors: Bob Example', 'Ada Example'],
    ['Credit & Copyright', ''],
    ['Image Credit', ''],
    ['Ada Example (An Observatory);', 'Ada Example (An Observatory)'],
    ['Ada Example, Bob Example,', 'Ada Example, Bob Example'],
    ['Drawing Credit: Ada', 'Ada'],
    ['Panorama Credit &amp; Copyright: Ada', 'Ada'],
    ['Image Credit (top): Ada', 'Ada'],
    ['Digital Illustration Credit and License: Ada', 'Ada'],
    ['Ada; Processing: Bob', 'Ada; Processing: Bob'],
    ['Ada Music', 'Ada Music'],
    ['Music:', ''],
  ])('reads %j', (html, credit) => expect(readCredit(html)).toBe(credit));
});

describe('readTitle', () => {
  it.each([
    ['A Dark Cloud\nCredit:', 'A Dark Cloud'],
    ['Tonight: A Lunar Eclipse \r\nCredit and Copyright:', 'Tonight: A Lunar Eclipse'],
    ['A Cloud Picture Credit: An Observatory', 'A Cloud'],
    ['A Deep Sky Mosaic\nCredit:', 'A Deep Sky Mosaic'],
    ['Galaxies in Motion Pictures<br>Credit &amp; Copyright: Ada', 'Galaxies in Motion Pictures'],
    ['A Cloud\nDrawing Credit:', 'A Cloud'],
    ['A Cloud\r\nCredit and Copyright', 'A Cloud'],
    ['A Cloud\nof Dust', 'A Cloud of Dust'],
    ['A Cloud Explanation: Dust hides the stars.', 'A Cloud'],
    ['APOD: June 16, 1997 - A Birthday', 'A Birthday'],
    ['APOD: 1997 June 16 - A Birthday', 'A Birthday'],
    ["A Cloud Tomorrow's picture: A Star", 'A Cloud'],
    ['Picture Credit: Ada', ''],
    ['June 24, 1995', ''],
    ['APOD: 1995 June 24', ''],
    ['Apollo 11, 1969', 'Apollo 11, 1969'],
    ["Tomorrow's picture", ''],
    ['Tomorrow’s picture: dust', ''],
    ['Information', ''],
    ['Explanation:', ''],
    ['Credit Where It Is Due: A Comet', 'Credit Where It Is Due: A Comet'],
    ['Comets: An Explanation', 'Comets: An Explanation'],
    ['NASA', 'NASA'],
  ])('reads %j', (html, title) => expect(readTitle(html)).toBe(title));
});

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

it.each([
  ['A ring. See Explanation. Clicking on the picture will download it.', 'A ring.'],
  ['A ring. Please see the explanation for more.', 'A ring. Please'],
  ['See Explanation.', null],
])('readAltText reads %j', (html, alt) => expect(readAltText(html)).toBe(alt));

it.each([
  ['1995 June 24', '1995-06-24'],
  ['Today’s Picture: June 24, 1995', '1995-06-24'],
  ['1995 June 24th', '1995-06-24'],
  ['June 24 1995', '1995-06-24'],
  ['December 1st, 1996', '1996-12-01'],
  ['apod-2026-october-2-title', '2026-10-02'],
  ['Sept. 3, 1995', '1995-09-03'],
  ['Jun 24,1995', '1995-06-24'],
  ['24 June 1995', '1995-06-24'],
  ['June 24', null],
])('findDate reads %j', (text, date) => expect(findDate(text)).toBe(date));

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
