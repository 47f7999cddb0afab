import { describe, expect, it } from 'vitest';
import { tagsInSearch } from './tags.ts';

describe('tagsInSearch', () => {
  it.each<[string, string[]]>([
    ['Seen from the roof #aurora #ISS', ['#aurora', '#iss']],
    ['#Aurora and #aurora', ['#aurora']],
    ['(#aurora), “#deep-sky”.', ['#aurora', '#deep-sky']],
    ['Überall #Nordlicht und 今夜 #月食', ['#nordlicht', '#月食']],
    ['# Heading', []],
    ['the 2. and #1 and #2026', []],
    ['https://example.org/page#part and a#b and &#x20; and ##no', []],
    ['#کتاب\u200cخوانی', ['#کتاب\u200cخوانی']],
    ['#Tromsø', ['#tromsø']],
    ['color #ff8800, #facade', ['#facade']],
    ['', []],
  ])('finds the tags in %j: %j', (text, tags) => {
    expect(tagsInSearch(text)).toEqual(tags);
  });
});
