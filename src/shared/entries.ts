/*
 * Rules for the input of users, shared by the fields of the window and the schemas of main. This file does not import
 * zod, which would cost the window 60 kB.
 */

import { m } from '#words';
import { withoutInvisible } from './fold-text.ts';

const maxAddressLength = 2048;

/** The rule for an address, as a sentence for users. */
export const addressRule = (): string => m.entry_address();

/**
 * Whether the text is the base address of a service or a proxy: http or https, without credentials, query or fragment.
 */
export function isAddress(text: string): boolean {
  // The URL parser drops control characters silently, but the log would write them: reject such an address.
  if (text.length > maxAddressLength || /\p{Cc}/u.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === ''
  );
}

/** Parses an address as users type it; `proxy.example:3128` means http. Null if the text is not an address. */
export function readAddress(typed: string): string | null {
  const text = withoutInvisible(typed).trim();
  // A URL parser would read the host of `proxy.example:3128` as a scheme.
  const isBare = /^(?:[\w.-]+|\[[\da-f:.]+\]):\d+(?:\/|$)/i.test(text);
  const address = isBare ? `http://${text}` : text;
  return isAddress(address) ? address : null;
}

/** The paths of the services, which users paste with the base address. */
const servicePaths = {
  picture: ['/planetary/apod', '/wp-json/wp/v2/apod-basic', '/feed/apod-basic'],
  position: ['/iss-now.json'],
  posts: ['/posts'],
} as const;

/**
 * Parses the base address of a service as users type it. Of the complete address of a request, the path of the service
 * and the query are cut off.
 */
export function readServiceAddress(
  service: keyof typeof servicePaths,
  typed: string,
): string | null {
  const [address = ''] = withoutInvisible(typed).trim().split(/[?#]/);
  const plainAddress = address.replace(/\/+$/, '');
  const path = servicePaths[service].find((one) => plainAddress.endsWith(one));
  return readAddress(path === undefined ? typed : plainAddress.slice(0, -path.length));
}

/** The rule for an API key, as a sentence for users. */
export const apiKeyRule = (): string => m.entry_key();

/** Between 1 and 200 characters that a query may contain without escapes. */
export const isApiKey = (text: string): boolean => /^[\w.-]{1,200}$/.test(text);

/** The value of a field, or one sentence that explains its error. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

export const readValue = <T>(value: T): Reading<T> => ({ ok: true, value });
export const misreadProblem = (problem: string): Reading<never> => ({ ok: false, problem });

/**
 * The code point of the digit zero in each supported script: Arabic, Persian, Devanagari, Bengali, Thai, full-width.
 */
const zeroCodePoints = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10];

/**
 * Converts the digits of the scripts of `zeroCodePoints` to `0` to `9`, their decimal separators to `.` and thousands
 * separators to `,`.
 */
export const withAsciiDigits = (text: string): string =>
  text
    .replaceAll(/[^\P{Nd}0-9]/gu, (digit) => {
      const codePoint = digit.codePointAt(0) ?? 0;
      const zero = zeroCodePoints.find((one) => codePoint >= one && codePoint < one + 10);
      return zero === undefined ? digit : String(codePoint - zero);
    })
    .replaceAll(/[\u066b\uff0e]/gu, '.')
    .replaceAll(/[\u066c\uff0c]/gu, ',');

interface NumberRule {
  readonly least: number;
  readonly most: number;
  /** Whether the field accepts only whole numbers. */
  readonly whole?: boolean;
}

/** Reads a number as users type it: with a decimal point or a decimal comma, without separators of thousands. */
export function readNumber(text: string, { least, most, whole }: NumberRule): Reading<number> {
  const plainText = withAsciiDigits(withoutInvisible(text).trim()).replaceAll(
    /[\u2212\u2012\u2013\uff0d]/gu,
    '-',
  );
  if (plainText === '') return misreadProblem(m.entry_missing());
  // `1,000` is ambiguous: a thousand or one.
  const thousandsMatch = /^[-+]?([1-9]\d{0,2})((?:,\d{3})+)$/.exec(plainText);
  if (thousandsMatch !== null) {
    const digits = `${thousandsMatch[1]}${thousandsMatch[2]?.replaceAll(',', '')}`;
    return misreadProblem(m.entry_ambiguous({ one: digits, other: thousandsMatch[1] ?? '' }));
  }
  const limits = { least: withMinusSign(least), most: withMinusSign(most) };
  const rangeProblem = whole === true ? m.entry_range_whole(limits) : m.entry_range(limits);
  if (!/^[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/.test(plainText)) return misreadProblem(rangeProblem);
  const value = Number(plainText.replace(',', '.'));
  const isAllowed = value >= least && value <= most && (whole !== true || Number.isInteger(value));
  return isAllowed ? readValue(value) : misreadProblem(rangeProblem);
}

const withMinusSign = (value: number): string => String(value).replace('-', '−');
