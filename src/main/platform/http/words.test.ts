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
  ])('recognises %s', (_name, body) => expect(looksLikeHtml(body)).toBe(true));

  it.each([
    ['JSON', '{"a":"<html>"}'],
    ['markup other than HTML', '<!-- x --><svg/>'],
    ['a comment without end', '<!-- <html>'],
    ['comments without markup after them', '<!---->'.repeat(9000)],
  ])('does not recognise %s', (_name, body) => expect(looksLikeHtml(body)).toBe(false));
});
