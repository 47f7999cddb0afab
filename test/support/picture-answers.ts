/**
 * Answers of the picture sources with invented texts. The shapes, labels, notices and addresses are those of answers
 * that the public services gave between September and October 2026.
 */
interface SampleAnswer {
  readonly name: string;
  readonly answer: Readonly<Record<string, unknown>>;
  /** The fields that are checked in the record that the app creates from the answer. */
  readonly shown: Readonly<Record<string, unknown>>;
}

const assetsUrl = 'https://assets.science.nasa.gov';
const article = 'https://science.nasa.gov/image-article/apod-2026-october-2-an-invented-nebula/';
const notices =
  "<br><br><strong>APOD's email for image submissions has changed.</strong> Please see: " +
  '<a href="https://science.nasa.gov/apod/submit/">APOD Submissions</a><br>' +
  "<strong>Tomorrow's picture:</strong> an invented comet";
const boilerplate =
  'See Explanation. Clicking on the picture will download the highest resolution version available.';

/** The page of a day in the classic layout, as `basic_html`, in the feed and on the editors' site. */
export const classicPage = (media: string, explanation: string, day = '2026 October 2'): string =>
  `<!doctype html>
<html><head><title> APOD: ${day} - An Invented Nebula</title></head>
<body BGCOLOR="#F4F4FF">
<center>
<h1> Astronomy Picture of the Day </h1>
<p>
<a href="https://science.nasa.gov/apod/archive/">Discover the cosmos!</a> Each day a different image.
<p>
${day}<br>
${media}
</center>
<center>
<b> An Invented Nebula </b> <br>
<b>Image Credit &
<a href="https://science.nasa.gov/apod/about-apod/">Copyright</a>:</b>
<a href="https://example.org/ada">Ada Example</a> , Bob Example
</center>
<p>
<b> Explanation: </b>
${explanation}
<p> <center>
<b> Tomorrow's picture: </b><a href="https://example.org/t">an invented comet</a>
<p> <hr> | Archive |
</center>
</body></html>`;

const text =
  'Why is this <a href="https://example.org/nebula">nebula</a> , which nobody has seen, so &quot;blue&quot;? ' +
  'It was invented.';
const plainExplanation = 'Why is this nebula, which nobody has seen, so "blue"? It was invented.';

/** An image day of the successor, with all fields of such a day. */
export const successorImage = {
  date: '2026-10-02',
  post_id: 1422853,
  title: 'An Invented Nebula&#8217;s Portrait',
  permalink: article,
  media_type: 'image',
  explanation: `<strong>Explanation:</strong> ${text}${notices}`,
  credit: '<b> Image Credit: </b> <a href="https://example.org/ada">Ada Example</a> , Bob Example',
  copyright:
    '<b> Image Credit: </b> <a href="https://example.org/ada">Ada Example</a> , Bob Example',
  alt: 'A blue cloud among stars.',
  url: article,
  hdurl: `${assetsUrl}/dynamicimage/assets/science/cds/apod/apod/2026/october/invented.png?w=4455&h=5592&fit=clip&crop=faces%2Cfocalpoint`,
  basic_html: classicPage(
    `<a href="${assetsUrl}/dynamicimage/assets/science/cds/apod/apod/2026/october/invented.png"><IMG SRC="${assetsUrl}/dynamicimage/assets/science/cds/apod/apod/2026/october/invented.png" alt=""></a>`,
    text,
  ),
  basic_html_url: 'https://science.nasa.gov/wp-json/wp/v2/apod-basic/261002/html',
};

export const sampleAnswers: readonly SampleAnswer[] = [
  {
    name: 'successor: an image',
    answer: successorImage,
    shown: {
      title: 'An Invented Nebula’s Portrait',
      explanation: plainExplanation,
      links: [{ from: 12, to: 18, href: 'https://example.org/nebula' }],
      credit: 'Ada Example, Bob Example',
      mediaType: 'image',
      hdUrl: successorImage.hdurl,
      alt: 'A blue cloud among stars.',
      pageUrl: article,
    },
  },
  {
    name: 'successor: an old day',
    answer: {
      ...successorImage,
      date: '2015-06-03',
      explanation: `<strong>Explanation:</strong> ${text}<br /><br /><b> Retrospective: </b> <a href="https://example.org/">All Previous</a> <br />`,
      credit: '<b> Image Credit &amp; <a href="#">Copyright</a>: </b> <a href="#">Ada Example</a>',
      copyright: false,
      alt: boilerplate,
      hdurl: `${assetsUrl}/content/dam/science/cds/apod/apod/2015/june/old.jpg?w=1024&h=1024&fit=clip`,
      basic_html: `<center><IMG SRC="${assetsUrl}/content/dam/science/cds/apod/apod/2015/june/old.jpg" alt="${boilerplate}"></center>`,
    },
    shown: {
      explanation: plainExplanation,
      credit: 'Ada Example',
      alt: null,
      url: `${assetsUrl}/content/dam/science/cds/apod/apod/2015/june/old.jpg`,
    },
  },
  {
    name: 'successor: fields that are false or null',
    answer: {
      date: '2024-12-07',
      title: 'APOD: 2024 December 7 &#8211; An Invented Rocket',
      media_type: null,
      explanation: '<b>Explanation</b>: There was something behind the clouds.',
      credit: false,
      copyright: false,
      alt: '',
      url: article,
      hdurl: false,
      basic_html: null,
    },
    shown: {
      title: 'An Invented Rocket',
      explanation: 'There was something behind the clouds.',
      credit: null,
      mediaType: 'image',
      url: null,
      hdUrl: null,
    },
  },
  {
    name: 'successor: a placeholder, with the picture in its page',
    answer: {
      date: '1995-06-20',
      title: 'An Invented Lens',
      hdurl: `${assetsUrl}/dynamicimage/assets/science/misc/news-thumbnail.png?w=594&h=516&fit=clip`,
      basic_html: `<IMG SRC="${assetsUrl}/content/dam/science/cds/apod/apod/1995/june/lens.gif">`,
    },
    shown: {
      mediaType: 'image',
      hdUrl: null,
      url: `${assetsUrl}/content/dam/science/cds/apod/apod/1995/june/lens.gif`,
    },
  },
  {
    name: 'successor: a video elsewhere',
    answer: {
      ...successorImage,
      media_type: 'video',
      hdurl: `${assetsUrl}/dynamicimage/assets/science/misc/NASA-Meatball-Feature5.png?w=594&h=516`,
      basic_html: classicPage(
        '<iframe width="960" src="//www.youtube.com/embed/Invented?rel=0&amp;x=1"></iframe>',
        '<a href="https://www.youtube.com/watch?v=another">another</a>',
      ),
    },
    shown: {
      mediaType: 'video',
      url: 'https://www.youtube.com/embed/Invented?rel=0&x=1',
      hdUrl: null,
      thumbnailUrl: null,
    },
  },
  {
    name: 'successor: a video file with a still',
    answer: {
      ...successorImage,
      media_type: 'video',
      hdurl: `${assetsUrl}/dynamicimage/assets/science/cds/apod/apod/2026/september/still.png?w=0&h=0`,
      basic_html: classicPage(
        `<video controls><source src="${assetsUrl}/content/dam/science/cds/apod/apod/2026/july/film.mp4" type="video/mp4"></video>`,
        text,
      ),
    },
    shown: {
      mediaType: 'video',
      url: `${assetsUrl}/content/dam/science/cds/apod/apod/2026/july/film.mp4`,
      thumbnailUrl: `${assetsUrl}/dynamicimage/assets/science/cds/apod/apod/2026/september/still.png?w=0&h=0`,
    },
  },
  {
    name: 'successor: an embedded page that is no video',
    answer: { date: '2026-09-20', title: 'An Invented Globe', url: article, media_type: 'iframe' },
    shown: { mediaType: 'other', url: null, pageUrl: article },
  },
  {
    name: 'legacy: an image',
    answer: {
      date: '2026-09-01',
      title: 'An Invented Eclipse',
      explanation:
        "You see it over the aisle of an aeroplane, where nobody expects it, and it is soon over.   APOD's main NASA site is moving: From here to there",
      copyright: '\nAda\nExample\n',
      hdurl: 'https://apod.nasa.gov/apod/image/2608/Eclipse.jpg',
      url: 'http://apod.nasa.gov/apod/image/2608/Eclipse_1024.jpg ',
      media_type: 'image',
      service_version: 'v1',
    },
    shown: {
      explanation:
        'You see it over the aisle of an aeroplane, where nobody expects it, and it is soon over.',
      credit: 'Ada Example',
      hdUrl: 'https://apod.nasa.gov/apod/image/2608/Eclipse.jpg',
      url: 'https://apod.nasa.gov/apod/image/2608/Eclipse_1024.jpg',
      thumbnailUrl: null,
      pageUrl: null,
    },
  },
  {
    name: 'legacy: a video',
    answer: {
      date: '2026-08-30',
      title: 'An Invented Film',
      explanation: 'It moves.',
      media_type: 'video',
      url: '//www.youtube.com/embed/Invented?rel=0',
      thumbnail_url: 'https://img.youtube.com/vi/Invented/0.jpg',
      service_version: 'v1',
    },
    shown: {
      mediaType: 'video',
      url: 'https://www.youtube.com/embed/Invented?rel=0',
      thumbnailUrl: 'https://img.youtube.com/vi/Invented/0.jpg',
    },
  },
];

/** The answer of the legacy address since 29 September 2026. */
export const legacyPlaceholder = {
  date: '2026-10-10',
  title: 'NASA Science',
  url: 'https://science.nasa.gov/wp-content/themes/nasa-child/assets/images/nasa-logo@2x.png',
  hdurl: 'https://science.nasa.gov/wp-content/themes/nasa-child/assets/images/nasa-logo@2x.png',
  explanation: "Invented. Tomorrow's picture: an invented comet\t\t\t",
  media_type: 'image',
  copyright: null,
};

const escapeForXml = (text: string): string => text.replaceAll('&', '&#038;');

/**
 * The feed of science.nasa.gov with two days: a day with an image, and a day with only the fields that every day has.
 */
export const picturesFeed = `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:apod="https://science.nasa.gov/apod/">
<channel>
	<title>APOD Basic</title>
	<link>https://science.nasa.gov/</link>
	<item>
		<title>An Invented Nebula&#039;s Portrait</title>
		<link>${article}</link>
		<guid isPermaLink="true">${article}</guid>
		<pubDate>Fri, 02 Oct 2026 16:34:00 +0000</pubDate>
		<apod:url>${article}</apod:url>
		<apod:hdurl>${escapeForXml(successorImage.hdurl)}</apod:hdurl>
		<apod:credit><![CDATA[Ada Example; <em>Processing</em>: Bob Example]]></apod:credit>
		<apod:copyright><![CDATA[Ada Example; <em>Processing</em>: Bob Example]]></apod:copyright>
		<apod:alt>A blue cloud.</apod:alt>
		<apod:primary_image_alt>A blue cloud.</apod:primary_image_alt>
		<apod:secondary_image_alt>Another cloud.</apod:secondary_image_alt>
		<apod:explanation><![CDATA[${successorImage.explanation}]]></apod:explanation>
		<description><![CDATA[${successorImage.explanation}]]></description>
		<content:encoded><![CDATA[${successorImage.basic_html}]]></content:encoded>
	</item>
	<item>
		<title>An Invented Film</title>
		<link>https://science.nasa.gov/?p=1</link>
		<pubDate>Thu, 01 Oct 2026 04:05:00 +0000</pubDate>
		<content:encoded><![CDATA[${classicPage('<iframe src="//www.youtube.com/embed/Invented"></iframe>', text, '2026 October 1')}]]></content:encoded>
	</item>
</channel>
</rss>`;

/** The feed of the editors' site: links to the pages of the newest days. */
export const editorsFeed = `<?xml version="1.0"?>
<rss version="2.0"><channel><title>APOD</title>
<item><title><![CDATA[An Invented Film]]></title><link>https://apod.com/en/ap261001.html</link></item>
<item><title><![CDATA[An Invented Nebula]]></title><link>https://apod.com/en/ap261002.html</link></item>
</channel></rss>`;

/** A page of the editors' site. */
export const editorsPage = classicPage(
  '<a href="image/2610/Nebula_4000.jpg"><IMG SRC="image/2610/Nebula_1024.jpg" alt="See Explanation."></a>',
  text,
);
