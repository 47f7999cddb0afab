import { z } from 'zod';

const longestMessage = 200;
/** What is worth tidying: enough for a message behind a long address, too little to keep the process busy. */
const longestText = 4096;

const text = z.union([z.string(), z.number()]).optional().catch(undefined);
const flat = { code: text, title: text, message: text, msg: text, detail: text };
const errorBody = z.object({
  ...flat,
  error: z
    .union([z.string(), z.object(flat)])
    .optional()
    .catch(undefined),
});

/**
 * What a service says in the body of an error, on one line of at most 200 characters, or '' when it says
 * nothing that a person can read. Understands `{error: {code, message}}`, `{code, message}`, `{code, msg}`,
 * `{error}`, `{title, detail}` (RFC 9457), mixtures of these, and plain text.
 *
 * @param secret is taken out, and so is every address: services like to repeat what they were asked
 */
export function wordsOf(body: string, secret: string | undefined): string {
  return tidy(said(body), secret);
}

function said(body: string): string {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return looksLikeHtml(body) ? '' : body;
  }
  if (typeof json === 'string') return json;
  const parsed = errorBody.safeParse(json);
  if (!parsed.success) return '';
  const { error } = parsed.data;
  const inner = typeof error === 'object' ? error : parsed.data;
  const name = typeof error === 'string' ? error : (inner.code ?? inner.title);
  // A number repeats the status; a word names the error.
  const named = typeof name === 'string' ? name : undefined;
  const parts = [named, inner.message ?? inner.msg, inner.detail];
  return [...new Set(parts.filter((part) => part !== undefined))].join(': ');
}

function tidy(words: string, secret = ''): string {
  // Cut after the secret is out: half of a secret would not be found.
  return hide(words, secret)
    .slice(0, longestText)
    .replaceAll(/\b[a-z]+:\/\/\S+/gi, '…')
    .replaceAll(/\?\S*=\S*/g, '…')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, longestMessage)
    .replace(/[\ud800-\udbff]$/, '');
}

function hide(words: string, secret: string): string {
  if (secret === '') return words;
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1);
  const forms = [secret, encodeURIComponent(secret), inForm];
  return forms.reduce((text, form) => text.replaceAll(form, '…'), words);
}

/** Whether a text that should have been JSON is a web page. */
export function looksLikeHtml(body: string): boolean {
  // There is one way only to read a row of comments: a pattern with more would try them all.
  const begin =
    /^\s*(<!--((?!-->)[^])*-->\s*)*<(!doctype\s+html|html|head|body|script|meta|title)\b/i;
  return begin.test(body.slice(0, longestText));
}
