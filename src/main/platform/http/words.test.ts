import { describe, expect, it } from 'vitest';
import { looksLikeHtml, messageOfErrorBody } from './failures.ts';

describe('messageOfErrorBody', () => {
  it.each(['k y', 'a+b/c==', 'tilde~', "'quoted'"])('removes the secret %s', (secret) => {
    const query = new URLSearchParams({ api_key: secret }).toString();
    const words = messageOfErrorBody(
      `${secret}, ${encodeURIComponent(secret)}, and ${query}`,
      secret,
    );
    expect(words).toBe('…, …, and api_key=…');
  });

  it.each([
    [{ error: { code: 'API_KEY_MISSING', message: 'No key' } }, 'API_KEY_MISSING: No key'],
    [{ code: 400, msg: 'Bad date', service_version: 'v1' }, 'Bad date'],
    [
      { error: 'Bad Request', message: 'Bad Request', detail: 'title is required' },
      'Bad Request: title is required',
    ],
    [{ type: 'about:blank', title: 'Gone', status: 410, detail: 'Moved on' }, 'Gone: Moved on'],
    [{ error: 'INVALID_DATE', message: 'INVALID_DATE' }, 'INVALID_DATE'],
  ])('returns the message in %j', (body, words) =>
    expect(messageOfErrorBody(JSON.stringify(body), undefined)).toBe(words),
  );

  it.each([
    ['"only a text"', 'only a text'],
    ['not JSON', 'not JSON'],
    ['[1]', ''],
    ['{"error":{"code":7,"title":"Seven","msg":"m","detail":"d"}}', 'm: d'],
    ['{"error":{"title":"Seven","message":"n","msg":"m"}}', 'Seven: n'],
    ['{"error":{"code":["x"],"message":"m"},"detail":"outside"}', 'm'],
    ['{"error":7,"message":"m"}', 'm'],
    [' see\nHTTPS://a.example/b?c=d\tor  http://e.example ', 'see … or …'],
    ['why? =, /a?b=c&d=e and /f?g', 'why? =, /a… and /f?g'],
    ['a=b?c', 'a=b?c'],
    ['a?b?c=d', 'a…'],
    ['<html>sign in</html>', ''],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), `${'x'.repeat(199)}…`],
    [`${' '.repeat(4095)}xy`, 'x'],
  ])('returns of %j a line without addresses', (body, words) =>
    expect(messageOfErrorBody(body, undefined)).toBe(words),
  );

  it('makes a message safe to show', () => {
    const message = `a${'\u0301\u0316'.repeat(100)}\u202eb\u{e0041}`;
    expect(messageOfErrorBody(JSON.stringify({ message }), undefined)).toBe(
      `a${'\u0301\u0316'.repeat(4)}b`,
    );
  });
});

describe('looksLikeHtml', () => {
  it.each([
    ['a document', '\n<!DOCTYPE html>'],
    ['a document after comments', '<!-- one\n--><!-- two --> <HTML>'],
    ['a title without a document', '<title>Sign in</title>'],
    ['a document type on several lines', '<!doctype\n \thtml>'],
  ])('recognises %s', (_name, body) => expect(looksLikeHtml(body)).toBe(true));

  it.each([
    ['JSON', '{"a":"<html>"}'],
    ['markup other than HTML', '<!-- x --><svg/>'],
    ['a comment without end', '<!-- <html>'],
    ['a text before the markup', 'x <html>'],
    ['an element of another name', '<heading>'],
    ['comments without markup after them', '<!---->'.repeat(9000)],
  ])('does not recognise %s', (_name, body) => expect(looksLikeHtml(body)).toBe(false));
});
