import { hash32 } from '../hash.ts';

/**
 * The irregularities in the successor's answer for a day. Each of them occurs in recorded answers. No irregularity
 * removes the picture of a day; only scenarios do so.
 */
export interface AnswerForm {
  /** The text before the explanation. */
  readonly label: string;
  /** The text after the explanation. */
  readonly notices: string;
  /** The text before the credit. */
  readonly creditLabel: string;
  readonly hasTitlePrefix: boolean;
  /** Whether the field `media_type` has a value; `unknown`: it is null. */
  readonly mediaType: 'known' | 'unknown';
  readonly alt: 'words' | 'boilerplate' | 'false' | 'empty';
  /** The target of `hdurl` on a day with a picture. */
  readonly hdurl: 'rendition' | 'no-crop' | 'original' | 'no-size' | 'placeholder';
  /** Whether `basic_html` shows the picture. Always true if `hdurl` is a placeholder or names no size. */
  readonly hasImage: boolean;
  /** The field `copyright` on a day whose picture is in the public domain: the credit, false, or absent. */
  readonly copyright: 'credit' | 'false' | 'absent';
  readonly video: 'file' | 'frame';
  readonly still: 'rendition' | 'placeholder' | 'false' | 'absent';
}

type ValueShares<T> = readonly (readonly [value: T, share: number])[];

const emailNotice = `<strong>APOD's email for image submissions has changed.</strong> Please see: <a href="https://science.nasa.gov/apod/submit/">APOD Submissions</a>`;
const tomorrowNotice = `<strong>Tomorrow's picture: </strong>another simulated sky`;

/** The labels before the explanation. Days up to the end of 2015 were converted from old pages. */
const labels = {
  now: [
    ['<strong>Explanation:</strong> ', 12],
    ['<strong>Explanation: </strong>', 5],
    ['<strong>Explanation:&nbsp;</strong>', 1],
    ['', 2],
  ],
  old: [
    ['<strong>Explanation:</strong> ', 14],
    ['<b>Explanation</b>: ', 4],
    ['', 2],
  ],
} satisfies Record<string, ValueShares<string>>;

const noticeShares = {
  now: [
    ['', 6],
    [`<br><br>${emailNotice}<br>${tomorrowNotice}`, 6],
    [`<br><br>${tomorrowNotice}`, 4],
    [
      `<br><br><strong>Your Sky Surprise: </strong><a href="https://science.nasa.gov/apod/apod-calendar/">What picture did APOD feature on your birthday?</a> (post 1995)<br>${tomorrowNotice}`,
      2,
    ],
    [`<br><br>Look up! The sky of this very night is the real one.<br><br>${tomorrowNotice}`, 1],
    [
      `<br>&nbsp;<br><b>APOD's main NASA site is moving:</b> From apod.nasa.gov to <a href="https://science.nasa.gov/apod/">science.nasa.gov/apod</a>`,
      1,
    ],
  ],
  old: [
    ['', 8],
    [
      '<br /><br /><b> Retrospective: </b> <a href="https://asterisk.apod.com/" target="_blank">All Previous APODs of this day</a> <br />',
      4,
    ],
    [
      '<br /><br /><b> Follow APOD on: </b> <a href="https://www.facebook.com/AstronomyPictureOfTheDay" target="_blank">Facebook</a> , or <a href="http://twitter.com/apod/" target="_blank">Twitter</a> <br />',
      4,
    ],
    [
      `<br /><br /> Sky Surprise: <a href="https://science.nasa.gov/apod/calendar/">What picture did APOD feature on your birthday?</a>`,
      2,
    ],
  ],
} satisfies Record<string, ValueShares<string>>;

const copyrightLink = '<a href="https://science.nasa.gov/apod/about-apod/">Copyright</a>';
const creditLabels = {
  now: [
    ['', 11],
    ['<strong>Image Credit:</strong> ', 5],
    ['Image Credit &amp; Licence: ', 2],
    [`<b>Image Credit &amp; ${copyrightLink}:</b> `, 2],
  ],
  old: [
    ['<b> Image Credit: </b> ', 8],
    ['<b> Image Credit &amp; Copyright: </b> ', 6],
    [`<b> Image Credit &amp; ${copyrightLink}: </b> `, 6],
  ],
} satisfies Record<string, ValueShares<string>>;

const lastOldDay = '2015-12-31';

export function answerFormOf(date: string): AnswerForm {
  const era = date <= lastOldDay ? 'old' : 'now';
  const pickForDay = <T>(of: string, shares: ValueShares<T>): T =>
    pickShare(`${date} ${of}`, shares);
  const hdurl =
    era === 'old'
      ? pickForDay<AnswerForm['hdurl']>('hdurl', [
          ['original', 19],
          ['placeholder', 1],
        ])
      : pickForDay<AnswerForm['hdurl']>('hdurl', [
          ['rendition', 14],
          ['no-crop', 3],
          ['no-size', 2],
          ['placeholder', 1],
        ]);
  const needsImage = hdurl === 'placeholder' || hdurl === 'no-size';
  return {
    label: pickForDay('label', labels[era]),
    notices: pickForDay('notices', noticeShares[era]),
    creditLabel: pickForDay('credit', creditLabels[era]),
    hasTitlePrefix: pickForDay('prefix', [
      [false, 24],
      [true, 1],
    ]),
    mediaType: pickForDay<AnswerForm['mediaType']>('type', [
      ['known', 24],
      ['unknown', 1],
    ]),
    alt:
      era === 'old'
        ? 'boilerplate'
        : pickForDay<AnswerForm['alt']>('alt', [
            ['words', 17],
            ['boilerplate', 1],
            ['false', 1],
            ['empty', 1],
          ]),
    hdurl,
    hasImage:
      needsImage ||
      pickForDay('image', [
        [true, 2],
        [false, 1],
      ]),
    copyright: pickForDay<AnswerForm['copyright']>('rights', [
      ['credit', 6],
      ['false', 3],
      ['absent', 1],
    ]),
    video: pickForDay<AnswerForm['video']>('video', [
      ['file', 1],
      ['frame', 1],
    ]),
    still: pickForDay<AnswerForm['still']>('still', [
      ['rendition', 4],
      ['placeholder', 2],
      ['false', 1],
      ['absent', 1],
    ]),
  };
}

function pickShare<T>(seed: string, shares: ValueShares<T>): T {
  const totalShare = shares.reduce((sum, [, share]) => sum + share, 0);
  let chance = hash32(seed) % totalShare;
  for (const [value, share] of shares) {
    if (chance < share) return value;
    chance -= share;
  }
  throw new Error('there is nothing to choose from');
}
