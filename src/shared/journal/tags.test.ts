import { describe, expect, it } from 'vitest';
import { frequentTags, hasTagsOf, tagsIn } from './tags.ts';

describe('tagsIn', () => {
  it.each<[string, string[]]>([
    ['Seen from the roof #aurora #ISS', ['#aurora', '#iss']],
    ['#Aurora and #aurora', ['#aurora']],
    ['(#aurora), “#deep-sky”.', ['#aurora', '#deep-sky']],
    ['Überall #Nordlicht und 今夜 #月食', ['#nordlicht', '#月食']],
    ['# Heading', []],
    ['the 2. and #1 and #2026', []],
    ['https://example.org/page#part and a#b and &#x20; and ##no', []],
    ['', []],
  ])('finds the tags in %j: %j', (text, tags) => {
    expect(tagsIn(text)).toEqual(tags);
  });
});

describe('hasTagsOf', () => {
  it.each([
    ['#aurora over the lake', '#Aurora', true],
    ['#auroras over the lake', '#aurora', false],
    ['aurora over the lake', '#aurora', false],
    ['#aurora #moon', '#moon lake #aurora', true],
    ['#aurora', '#moon #aurora', false],
    ['aurora', 'aurora', true],
  ])('decides whether the text %j has the tags of the search %j: %s', (text, searched, isFound) => {
    expect(hasTagsOf(text, searched)).toBe(isFound);
  });
});

it('frequentTags returns first the tags that occur in the most texts', () => {
  const texts = ['#b #b', '#c #a', '#C', 'none'];
  expect(frequentTags(texts, 2)).toEqual(['#c', '#a']);
  expect(frequentTags(texts, 9)).toEqual(['#c', '#a', '#b']);
});
