import { expect, it } from 'vitest';
import { declarationsOf, withGroupedCounts } from './compile.ts';

const index = `/* eslint-disable */
import { getLocale } from "../runtime.js"

/** @typedef {{}} App_ViewsInputs */
/** @typedef {{ count: NonNullable<unknown> }} App_PostsInputs */
import * as __en from "./en.js"
/**
* | output |
* | --- |
* | "Views" |
*
* @param {App_ViewsInputs} inputs
* @param {{ locale?: "en" | "de" }} options
* @returns {LocalizedString}
*/
export const app_views = /** @type {(inputs?: App_ViewsInputs) => string} */ ((inputs = {}) => {
	return __en.app_views(inputs)
});
/**
* | plural | output |
* | --- | --- |
* | "one" | "{count} post" |
* | * | "{count} posts" |
*
* @param {App_PostsInputs} inputs
* @param {{ locale?: "en" | "de" }} options
* @returns {LocalizedString}
*/
export const app_posts = /** @type {(inputs: App_PostsInputs) => string} */ ((inputs) => {
	return __en.app_posts(inputs)
});
`;

it('declarationsOf returns the type of each function, with its texts as comment', () => {
  expect(declarationsOf(index)).toBe(`/**
* | output |
* | --- |
* | "Views" |
*/
export declare const app_views: () => string;
/**
* | plural | output |
* | --- | --- |
* | "one" | "{count} post" |
* | * | "{count} posts" |
*/
export declare const app_posts: (inputs: { count: NonNullable<unknown> }) => string;
`);
});

it.each([
  [
    'a function without inputs',
    index.replace('App_PostsInputs */', 'Other */'),
    'inputs of app_posts',
  ],
  ['a function of another form', `${index}export const m = 1;\n`, '2 of 3'],
])('declarationsOf throws for %s', (_what, changed, words) => {
  expect(() => declarationsOf(changed)).toThrow(words);
});

it('groups the digits of a count, and imports the function for that only if it is called', () => {
  const code = 'export const a = (i) => `${i?.count} posts in ${i?.path}`;';
  expect(withGroupedCounts(code)).toBe(
    "import { groupedCount } from '../../language.ts';\n" +
      'export const a = (i) => `${groupedCount(i?.count)} posts in ${i?.path}`;',
  );
  expect(withGroupedCounts('export const b = () => `Quit`;')).toBe(
    'export const b = () => `Quit`;',
  );
});
