import { dayOf } from '#services/picture/day.ts';
import { pictureWordsOf } from '#services/picture/words.ts';
import { defaultPictureWorld } from '#services/picture/world.ts';
import { addDays } from '#picture/eastern.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import { createRandom } from '#test/support/orbit.ts';

/** The approximate number of different words in thirty years of explanations. */
const vocabularySize = 40_000;

/**
 * The words, the most frequent first: the words in the texts of the embedded service, then generated words that
 * resemble these.
 */
export function vocabularyOf(): readonly string[] {
  const counts = new Map<string, number>();
  for (let n = 0; n < 400; n += 1) {
    const date = addDays('2024-01-01', n);
    const { title, explanation, alt } = pictureWordsOf(
      dayOf(date, defaultPictureWorld, '2026-11-20'),
    );
    for (const word of `${title} ${explanation} ${alt}`.toLowerCase().match(/\p{L}+/gu) ?? [])
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  const sourceWords = new Set(words);
  // These words, cut into pieces of three letters. Words are generated from these pieces, so that they share their
  // first letters as often as English words do.
  const pieces = [...new Set(words.flatMap((word) => word.match(/.../gu) ?? []))];
  const random = createRandom(1);
  const randomPiece = (): string => pieces[Math.floor(random() * pieces.length)] ?? '';
  const randomStart = (): string => randomPiece().slice(0, 2 + Math.floor(random() * 3));
  while (words.length < vocabularySize) {
    const word = randomPiece() + randomStart() + (random() < 0.5 ? randomStart() : '');
    if (sourceWords.has(word)) continue;
    sourceWords.add(word);
    words.push(word);
  }
  return words;
}

/** Days from 1995-06-16 on, with texts of 150 to 300 words whose frequencies follow Zipf’s law. */
export function* generateDays(count: number, words: readonly string[]): Generator<DayPicture> {
  const random = createRandom(20_261_121);
  const weights: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= words.length; rank += 1) weights.push((sum += 1 / (rank + 2.7)));
  const randomWord = (): string => {
    const target = random() * sum;
    let [low, high] = [0, weights.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((weights[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return words[low] ?? '';
  };
  const randomWords = (length: number): string => Array.from({ length }, randomWord).join(' ');
  for (let n = 0; n < count; n += 1) {
    const date = addDays('1995-06-16', n);
    yield {
      record: {
        date,
        title: randomWords(3 + Math.floor(random() * 4)),
        explanation: randomWords(150 + Math.floor(random() * 150)),
        links: Array.from({ length: 5 }, (_, at) => ({
          from: at * 20,
          to: at * 20 + 9,
          href: `https://example.org/${date}/${at}`,
        })),
        credit: random() < 0.6 ? randomWords(2) : null,
        mediaType: random() < 0.05 ? 'video' : 'image',
        url: `https://example.org/image/${date}/standard.jpg`,
        hdUrl: `https://example.org/image/${date}/hd.jpg`,
        thumbnailUrl: null,
        alt: randomWords(30),
        pageUrl: null,
        servedBy: 'legacy',
      },
      file: {
        name: `${date}-0a1b2c3d.jpg`,
        format: 'jpeg',
        bytes: 900_000,
        width: 3840,
        height: 2160,
      },
    };
  }
}
