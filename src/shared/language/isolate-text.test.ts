import { expect, it } from 'vitest';
import { isolateText } from './isolate-text.ts';

it('isolateText isolates a text that is written from right to left', () => {
  expect(isolateText('مرحبا بالعالم.')).toBe('\u2068مرحبا بالعالم.\u2069');
  expect(isolateText('שלום (ISS)!')).toBe('\u2068שלום (ISS)!\u2069');
});

it.each(['', 'First light', '東京の空', 'Москва'])('isolateText leaves %j as it is', (text) => {
  expect(isolateText(text)).toBe(text);
});
