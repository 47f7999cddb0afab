import { expect, it } from 'vitest';
import { legacyPlaceholder } from '#test/support/picture-answers.ts';
import { expectRecord } from '#test/support/record.ts';
import { newestDayOfFeed, readDayAnswer, readDayOfFeed, readDayPage } from './read-day.ts';
import { readAltText, readCredit, readExplanation, readTitle } from './text.ts';

const date = '2025-11-18';
const day = {
  date,
  title: 'A nebula',
  explanation: 'Stars shine.',
  url: 'https://apod.nasa.gov/image/a.jpg',
};
const placeholder = 'https://www.nasa.gov/wp-content/themes/nasa/assets/images/nasa-logo.svg';
const youtube = 'https://www.youtube.com/embed/x';
const answers: readonly unknown[] = [
  ...[null, 7, 'text', [], {}, [{}], [null], [[]], { date }, { ...day, title: '' }],
  ...['2025-11-18T05:00', ' 2025-11-18', 'on 2025-11-18', '2025-02-30', 20251118].map(
    (written) => ({
      ...day,
      date: written,
    }),
  ),
  [{ ...day, date: '2025-11-16' }, day, { ...day, date: '2025-11-17' }],
  [
    { date, title: '' },
    { ...day, title: 'The second' },
  ],
  [...Array.from({ length: 400 }, () => ({})), day],
  { ...day, hdurl: 'https://apod.nasa.gov/image/b.JPG', media_type: 'image' },
  { ...day, hdurl: 'image/b.png', url: ' ', copyright: ' ', credit: 'Ada' },
  { ...day, hdurl: day.url, copyright: 'Bob', credit: 'Ada' },
  { ...day, url: youtube, media_type: 'video', thumbnail_url: 'https://a.example/t.jpg' },
  { ...day, url: youtube, media_type: 'image' },
  { ...day, url: youtube, media_type: 'other', hdurl: 'https://a.example/b.png' },
  { ...day, url: youtube, hdurl: 'https://vimeo.com/1' },
  { ...day, url: youtube, hdurl: 'https://a.example/b.png' },
  { ...day, url: youtube, media_type: 'image', hdurl: 'https://a.example/b.png' },
  { ...day, title: '<b> </b>' },
  { ...day, title: 'Explanation:' },
  [{ ...day, date: '2025-11-17' }, {}, null, { ...day, date: '2025-11-19' }],
  { ...day, url: 'https://a.example/film.MP4?x=1' },
  { ...day, url: 'https://m.vimeo.com/1', title: '' },
  { ...day, url: 'https://notyoutu.be/1', title: '' },
  { ...day, url: 'https://youtu.be/1', media_type: ' ' },
  { ...day, url: null, media_type: 'other' },
  { ...day, url: null, media_type: 7 },
  { ...day, media_type: ' ' },
  { ...day, media_type: 'video' },
  { ...legacyPlaceholder, date },
  { ...legacyPlaceholder, date, title: 'An Invented Nebula' },
  { ...day, service_version: 'v1', url: placeholder, hdurl: null },
  { ...day, service_version: 'v1', url: placeholder, hdurl: placeholder },
  { ...day, service_version: 'v1', url: placeholder },
  { ...day, hdurl: placeholder },
  { ...day, url: null },
  { ...day, title: 'NASA', url: null },
  { ...day, title: 'NASA Science', hdurl: day.url },
  { ...day, title: 'About NASA', url: null },
  { ...day, alt: 'A cloud. See Explanation. More.' },
  { ...day, permalink: 'https://science.nasa.gov/image-article/a/', url: 'https://a.example/page' },
  { ...day, permalink: 'http://science.nasa.gov/image-article/a/' },
  { ...day, post_id: 1, url: 'https://a.example/page', explanation: '<a href="b.html">b</a>' },
  { ...day, service_version: 'v1', post_id: 1, url: 'https://a.example/page' },
  { ...day, service_version: 'v1', url: 'https://a.example/image-article/b/' },
  { ...day, url: null, hdurl: 'https://a.example/dynamicimage/b.jpg' },
  { ...day, url: null, hdurl: 'https://a.example/content/dam/b.jpg' },
  {
    ...day,
    permalink: 'https://science.nasa.gov/day/',
    url: null,
    basic_html:
      '<center>2025 November 18<a href="big.jpg"><img src="small.jpg" alt="Dust"></a></center><center><b>A</b> Credit: Ada</center><p>Explanation: b',
    explanation: 'see <a href="other.html">this</a>',
  },
  {
    ...day,
    basic_html:
      '<center>2025 November 18<a href="page.html"><img src="s.jpg"></a><video poster="p.jpg"><source src="f.mp4"></video></center>',
  },
];

const item = (parts: string): string => `<item>${parts}</item>`;
const feeds: readonly (readonly [string, string | null])[] = [
  ['', null],
  ['<rss><channel></channel></rss>', null],
  [
    item(
      '<title>A</title><link>https://apod.nasa.gov/apod/ap251118.html</link><description>Stars.</description>',
    ),
    null,
  ],
  [
    item(
      '<title>A</title><link>https://a.example/2025-november-17/</link><apod:url>https://a.example/a.jpg</apod:url>',
    ) +
      item(
        '<title>B</title><guid>https://a.example/2025-november-18/</guid><apod:hdurl>https://a.example/b.jpg</apod:hdurl><apod:alt>alt</apod:alt><apod:explanation>Own.</apod:explanation><description>Other.</description>',
      ),
    date,
  ],
  [
    item(
      '<title>C</title><pubDate>Wed, 19 Nov 2025 04:59:00 GMT</pubDate><apod:url>https://a.example/c.jpg</apod:url><apod:primary_image_alt>primary</apod:primary_image_alt><apod:copyright>Ada</apod:copyright>',
    ),
    null,
  ],
  [
    item(
      '<title>C</title><pubDate>Wed, 19 Nov 2025 05:00:00 GMT</pubDate><apod:credit>Bob</apod:credit>',
    ),
    date,
  ],
  [
    item(
      '<title>E</title><link>https://a.example/2025-november-18/</link><description>Only described.</description><apod:url>https://a.example/e.jpg</apod:url>',
    ),
    null,
  ],
  [item('<title>D</title><pubDate>no day</pubDate>'), null],
];

const page = (body: string): string =>
  `<html><body><center><h1>Astronomy Picture of the Day</h1><p>2025 November 18 ${body}`;
const pages = [
  page(
    '<a href="image/big.jpg"><img src="image/small.jpg" alt="Dust"></a></center><center><b>A title</b><br><b>Image Credit:</b> Ada</center><p><b>Explanation:</b> Stars shine in dust.<p><center>Tomorrow\'s picture: x</center>',
  ),
  page(
    '<a href="image/big.JPEG "><IMG SRC="image/small.jpg"></a></center><center><b> A title </b> Bob</center> Explanation: Stars.',
  ),
  page(
    '<a href="page.html"><img src="icon.gif" width=20 height=20><img src="a.gif" width=200 height="1e2"></a></center><center><b>A</b></center>x',
  ),
  page(
    `<iframe src="${youtube}"></iframe></center><center><b>A film</b> Credit: C</center>A film of stars.<center>`,
  ),
  page(
    '<video poster="p.jpg"><source src="a.mp4"><source src="b.mp4"></video><source src="c.mp4"></center><center><b>A</b></center>x',
  ),
  page('</center><center><b>Nothing</b></center>x'),
  page(
    '<img src="a.jpg"></center><center><b>One</b><b>Two</b> <center>Ada</center></center>text<center>end</center>',
  ),
  '<b>1996 May 1</b><a href="x.gif"><img src="y.gif"></a><br><strong>Picture:</strong><h3>Old <i>title</i></h3> Credit: D<p> Explanation: Old stars.<hr>',
  '<title>APOD: 1996 May 1</title><img src="y.gif"><b>T</b><b>EXPLANATION:</b> words',
  '',
];

const titles = [
  ...[
    'A & B &amp; C',
    ' APOD: 2024 December 7 – Moon',
    'APOD: May  7, 2024 - Moon',
    'APOD: 2024 December 7 –',
  ],
  ...[
    'apod:2024 May 1:Sun',
    "Tomorrow's picture: x",
    'yesterday’s picture',
    'Explanation :',
    'information',
  ],
  ...[
    'Astronomy Picture of the Day',
    'Explanations',
    '2024 May 1',
    'May 1, 2024',
    'Mayo 1, 2024',
    '2024 May. 1',
  ],
  ...[
    'Moon<br>Image Credit: Ada',
    'Moon\nDrawing Credit & Copyright: B',
    'Credit: C\nMoon',
    'Moon\nrises',
  ],
  ...[
    'Moon Image Credit: Ada',
    'Moon Image: Ada',
    'Moon Explanation: x',
    'MoonExplanation: x',
    'The Credit Union',
  ],
  ...[
    'Moon Tomorrow’s picture: Mars',
    '',
    '<b>M</b> , 31 !',
    'x'.repeat(600),
    'Data Copyright: Moon',
    'Galaxies in Motion Pictures<br>Credit: Ada',
    'Credit Where It Is Due: A Comet',
    'Moon\nCredit and Copyright',
  ],
];
const credits = [
  ...[
    'Ada',
    'Image Credit: Ada',
    'Image Credit & Copyright: Ada; Processing: Bob',
    'Credits:Credit: Ada',
  ],
  ...[
    'Drawing Credit: Ada',
    'Old Hand Drawing Credit: Ada',
    'Image Credit (top): Ada',
    'Credit & Licence: Ada',
  ],
  ...[
    'Image: Ada',
    'Ada Explanation: words',
    'Ada. Tomorrow’s picture: x',
    'Ada Authors & editors: x',
    'NASA official: x',
  ],
  ...[
    'Ada, Image Credit:',
    'Ada ;,&',
    'Ada |',
    'Ada (',
    'Image Credit',
    'Copyright',
    'Ada – Bob –',
    '&copy; Ada',
  ],
  ...[
    'Ada explanation',
    'Ada explanations',
    'Image Credit, and Copyright : Ada',
    'Ada<br>Bob',
    'Accredit: Ada',
    'Ada; Music & Sound:',
    'Music:',
    'Digital Illustration Credit and License: Ada',
  ],
];
const alts = [
  '',
  ' a ',
  'See the explanation for more',
  'A cloud. see explanation.',
  'oversee explanation',
  'x Clicking on the image y',
];
const long = 'Words of an explanation that is long enough. ';
const explanations = [
  ...['', 'Explanation: Stars.', 'explanation :Explanation: Stars.', 'No Explanation: Stars.'],
  ...[
    'Image Credit: Ada Explanation: Stars.',
    'Image Credit: Ada. Stars.',
    `Credit: ${'x'.repeat(520)} Explanation: S`,
  ],
  ...[
    '<p>a</p><div>b</div>c<br>d<br><br>e<br><br><br>f<ul><li>g<li>h</ul>i',
    'a<script>b</script>c<style>d</style>e<noscript>f</noscript>g',
  ],
  ...[
    'a<template>b</template>c<iframe>d</iframe>e<object>f</object>g<descript>h</descript>',
    '<!-- c -->a &lt;b&gt; &eacute; &#x2605;',
  ],
  ...[
    'a <b> b </b> , c <i>d</i>. <a href="e">e</a>\'s f <a href="http://g.example/">g</a> (h) .i ,',
    'a\n\n b\t c',
  ],
  ...[
    '<a href="https://a.example/">one <a href="https://b.example/">two</a> three</a>',
    '<a href="javascript:x">a</a> <a href="ftp://b">b</a> <a>c</a>',
  ],
  ...[
    '<a href="https://a.example/"> padded </a><a href="/b"></a>',
    '<a href="https://a.example/">open',
  ],
  ...[
    `${long}<br><b>Sky Surprise:</b> x`,
    `${long}<br>Your Sky Surprise: x`,
    `${long}<br>Gallery : x`,
    `${long}<br>Galleries: x`,
  ],
  ...[
    `${long}<br>Follow APOD on: x`,
    `${long}<br>- Jigsaw Challenge: x`,
    `${long}<br><strong>Any bold notice</strong> x`,
  ],
  ...[
    `short text here<br><b>bold</b> x`,
    `12345678901234567890<br><b>bold</b>`,
    `1234567890123456789<br><b>bold</b>`,
    `${long}<b>bold</b> x`,
  ],
  ...[
    '<br>Gallery: x',
    `${long}<br>a<br><b></b>b`,
    `${long}<p><b>bold paragraph</b>`,
    `${long}<br><br><b>bold after two</b>`,
  ],
  ...[
    `${long.repeat(3)}Tomorrow’s picture: x`,
    `Tomorrow’s picture: x ${long.repeat(3)}`,
    `${long.repeat(3)}APOD's main NASA site`,
  ],
  ...[
    `${long}< | Archive | List`,
    `${long} Authors and editors: x`,
    `${long}NASA Official: x`,
    `${long}We keep an archive of x`,
  ],
  ...[
    `See <a href="https://a.example/">a</a>. ${long}<br>Gallery: <a href="https://b.example/">b</a>`,
  ],
  `Explanation: <a href="https://a.example/">start</a> and ${long}<a href="https://c.example/">the end   </a>`,
];

it('the readers of answers, feeds, pages and texts have the recorded results', async () => {
  const url = new URL('https://api.example/apod/');
  const lines: string[] = [];
  const add = (name: string, input: unknown, result: unknown): number =>
    lines.push(`${name} ${JSON.stringify(input).slice(0, 400)}: ${JSON.stringify(result)}`);
  for (const answer of answers)
    for (const requested of [date, null])
      add(
        `answer ${requested}`,
        answer,
        readDayAnswer(answer, { date: requested, url, servedBy: 'legacy' }),
      );
  for (const [feed, requested] of feeds) add('feed', feed, readDayOfFeed(feed, url, requested));
  const links = ['ap251118', 'ap950616', 'ap941231', 'ap991231', 'bp991231'].map((name) =>
    item(`<link>https://apod.nasa.gov/apod/${name}.html</link>`),
  );
  for (const feed of [
    '',
    ...links,
    links.join(''),
    links.toReversed().join(''),
    item('<guid>/ap251117.html</guid>'),
  ])
    add('newest', feed, newestDayOfFeed(feed));
  for (const address of ['https://apod.nasa.gov/apod/ap251118.html', 'http://mirror.example/apod/'])
    for (const html of pages) add('page', html, readDayPage(html, new URL(address), date));
  for (const title of titles) add('title', title, readTitle(title));
  for (const credit of credits) add('credit', credit, readCredit(credit));
  for (const alt of alts) add('alt', alt, readAltText(alt));
  for (const explanation of explanations)
    add('explanation', explanation, readExplanation(explanation, url));
  expect(lines.length).toBeGreaterThan(200);
  await expectRecord(lines, `${import.meta.dirname}/days-record.txt`);
});
