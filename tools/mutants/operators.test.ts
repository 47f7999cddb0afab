import { describe, expect, it } from 'vitest';
import { applyMutant, describeMutant, mutantsOf } from './operators.ts';

/** Returns all changed texts that the mutants of a source produce. */
const changed = (text: string): string[] =>
  mutantsOf('a.ts', text).map((mutant) => applyMutant(text, mutant));

describe('mutantsOf', () => {
  it.each<[string, string[]]>([
    ['a < b', ['a <= b', 'a >= b']],
    ['a === b', ['a !== b']],
    ["kind === 'x'", ["kind !== 'x'", "kind === ''"]],
    ['a && b', ['b', 'a || b', 'a']],
    ['a ?? b', ['a && b']],
    ['a + b', ['a - b']],
    ["a + 'text'", []],
    ['!a', ['a']],
    ['true', ['false']],
    ['[a, b]', ['[]', '[a]']],
    ['a?.b', ['a.b']],
    ['a?.[b]', ['a[b]']],
    ['Math.min(a, b)', ['Math.max(a, b)']],
    ['schema.min(a)', ['schema']],
    ['a.filter(b)', ['a']],
    ['a.some(b)', ['a.every(b)']],
    ['at.setHours(a)', ['at.setUTCHours(a)']],
    ['7', ['8', '6']],
    ['0', ['1']],
    ['60_000', []],
    ['0.5', []],
    ['/^a+$/i', ['/a+$/i', '/^a+/i', '/^a$/i', '/^a+$/']],
    ["a.includes('x')", ["a.includes('')"]],
  ])('changes the expression %s into the mutants %j', (expression, others) => {
    const source = `const x = ${expression};`;
    expect(changed(source).sort()).toEqual(others.map((other) => `const x = ${other};`).sort());
  });

  it.each<[string, string[]]>([
    ['if (a) b = c;', ['if (true) b = c;', 'if (false) b = c;', 'if (a) ;']],
    ['while (a) b();', ['while (false) b();', 'while (a) ;']],
    ['try { a(); } finally { b(); }', ['b();', 'a();', 'block']],
    ['function f() { return a; }', ['function f() {}']],
    ['const f = () => { a(); };', ['const f = () => {};', 'const f = () => { ; };']],
  ])('changes the statement %s into as many mutants as %j has elements', (statement, others) => {
    expect(changed(statement)).toHaveLength(others.length);
  });

  it.each([
    "import { a } from './b.ts';",
    'interface A { readonly a: 1 | true }',
    "throw new Refusal('a' + b);",
    "log.info('a', 1);",
  ])('does not change imports, types, error messages and log messages: %s', (text) => {
    expect(changed(text)).toEqual([]);
  });
});

it('describeMutant returns the number of the changed line, and its text before and after the change', () => {
  const text = 'const a = 1;\nif (\n  a > b\n)\n  c();\n';
  const mutant = mutantsOf('a.ts', text).find(({ replacement }) => replacement === '>=');
  if (mutant === undefined) throw new Error('the comparison is not changed');
  expect(describeMutant(text, mutant)).toEqual({ line: 3, before: 'a > b', after: 'a >= b' });
});
