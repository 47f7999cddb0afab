import { easternMidnight } from '../calendar.ts';
import type { SuccessorItem } from './schemas.ts';

const namespaces = [
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:apod="https://science.nasa.gov/apod/"',
];

/** The successor's feed (RSS 2.0): the same days, without `media_type`. */
export function feedOf(items: readonly SuccessorItem[], origin: string): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" ${namespaces.join(' ')}>
<channel>
	<title>APOD Basic</title>
	<description>APOD Basic markup feed.</description>
	<link>${origin}/</link>
	<atom:link href="${origin}/feed/apod-basic/" rel="self" type="application/rss+xml" />
	<language>en-us</language>
${items.map(entryOf).join('')}</channel>
</rss>
`;
}

function entryOf(item: SuccessorItem): string {
  const { date, title, permalink, hdurl, credit, copyright, alt, explanation, basic_html } = item;
  const element = (name: string, content: string): string => `\t\t<${name}>${content}</${name}>\n`;
  const words = escaped(alt === false ? '' : (alt ?? ''));
  return [
    '\t<item>\n',
    // Numbers, since XML knows few names; they are HTML's own already.
    element('title', title),
    element('link', permalink),
    `\t\t<guid isPermaLink="true">${permalink}</guid>\n`,
    element('pubDate', rfc822(easternMidnight(date) + 5 * 60_000)),
    element('apod:url', permalink),
    element('apod:hdurl', escaped(hdurl === false ? '' : (hdurl ?? ''))),
    element('apod:credit', cdata(credit)),
    element('apod:copyright', cdata(copyright === false ? '' : (copyright ?? ''))),
    element('apod:alt', words),
    element('apod:primary_image_alt', words),
    element('apod:explanation', cdata(explanation)),
    element('description', cdata(explanation)),
    element('content:encoded', cdata(basic_html)),
    '\t</item>\n',
  ].join('');
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&#038;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const cdata = (text: string): string => `<![CDATA[${text}]]>`;
/** `Wed, 16 Sep 2026 04:05:00 +0000` */
const rfc822 = (time: number): string => new Date(time).toUTCString().replace('GMT', '+0000');
