/**
 * The small changes (mutants) that a source file can have: Stryker's operators on the TypeScript syntax tree, and
 * numbers increased or decreased by one. Stryker itself is not used, because it runs every mutant of a file and cannot
 * draw a random sample from a folder.
 */
import ts from 'typescript';

/** One change: the text from `start` to `end` becomes `replacement`. */
export interface Mutant {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly operator: string;
}

const { SyntaxKind } = ts;

const binarySwaps = new Map<ts.SyntaxKind, { operator: string; tokens: readonly string[] }>([
  [SyntaxKind.LessThanToken, { operator: 'relation', tokens: ['<=', '>='] }],
  [SyntaxKind.LessThanEqualsToken, { operator: 'relation', tokens: ['<', '>'] }],
  [SyntaxKind.GreaterThanToken, { operator: 'relation', tokens: ['>=', '<='] }],
  [SyntaxKind.GreaterThanEqualsToken, { operator: 'relation', tokens: ['>', '<'] }],
  [SyntaxKind.EqualsEqualsEqualsToken, { operator: 'relation', tokens: ['!=='] }],
  [SyntaxKind.ExclamationEqualsEqualsToken, { operator: 'relation', tokens: ['==='] }],
  [SyntaxKind.PlusToken, { operator: 'arithmetic', tokens: ['-'] }],
  [SyntaxKind.MinusToken, { operator: 'arithmetic', tokens: ['+'] }],
  [SyntaxKind.AsteriskToken, { operator: 'arithmetic', tokens: ['/'] }],
  [SyntaxKind.SlashToken, { operator: 'arithmetic', tokens: ['*'] }],
  [SyntaxKind.PercentToken, { operator: 'arithmetic', tokens: ['*'] }],
  [SyntaxKind.AmpersandAmpersandToken, { operator: 'logic', tokens: ['||'] }],
  [SyntaxKind.BarBarToken, { operator: 'logic', tokens: ['&&'] }],
  [SyntaxKind.QuestionQuestionToken, { operator: 'logic', tokens: ['&&'] }],
  [SyntaxKind.PlusEqualsToken, { operator: 'assignment', tokens: ['-='] }],
  [SyntaxKind.MinusEqualsToken, { operator: 'assignment', tokens: ['+='] }],
  [SyntaxKind.AsteriskEqualsToken, { operator: 'assignment', tokens: ['/='] }],
  [SyntaxKind.SlashEqualsToken, { operator: 'assignment', tokens: ['*='] }],
  [SyntaxKind.QuestionQuestionEqualsToken, { operator: 'assignment', tokens: ['='] }],
]);

/** Methods that are replaced by their counterparts. */
const methodSwaps = new Map<string, string>();
for (const [one, other] of [
  ['floor', 'ceil'],
  ['some', 'every'],
  ['startsWith', 'endsWith'],
  ['toLowerCase', 'toUpperCase'],
  ['push', 'unshift'],
  ['shift', 'pop'],
  ['find', 'findLast'],
  ['indexOf', 'lastIndexOf'],
  ['trimStart', 'trimEnd'],
  ['padStart', 'padEnd'],
] as const) {
  methodSwaps.set(one, other);
  methodSwaps.set(other, one);
}
methodSwaps.set('round', 'floor');
methodSwaps.set('trunc', 'floor');
methodSwaps.set('abs', 'sign');
/**
 * Each local method is replaced by its UTC method, and the reverse. The tests run in UTC, where both give the same
 * values.
 */
for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes'])
  for (const verb of ['get', 'set']) {
    methodSwaps.set(`${verb}${part}`, `${verb}UTC${part}`);
    methodSwaps.set(`${verb}UTC${part}`, `${verb}${part}`);
  }

/** Methods whose call is removed. `min` and `max` count only outside `Math`, where they are limits of a schema. */
const removableMethods = new Set([
  'filter',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'slice',
  'trim',
  'min',
  'max',
  'replaceAll',
]);

/** Methods in which a string argument can change the control flow. */
const textDecides = new Set([
  'includes',
  'startsWith',
  'endsWith',
  'split',
  'join',
  'has',
  'indexOf',
  'replace',
  'replaceAll',
]);

/**
 * The largest integer that is increased or decreased by one. Larger integers are durations and sizes, for which such a
 * change has no effect.
 */
const largestNumber = 100;

/** Whether the node is left unchanged: an import, a type, or a text for users or for the log. */
function isUserText(node: ts.Node): boolean {
  if (ts.isThrowStatement(node) || ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isNewExpression(node)) return node.expression.getText().endsWith('Error');
  return ts.isCallExpression(node) && /^(?:\w+\.)*log(?:\.\w+)?$/.test(node.expression.getText());
}

const isLogicalToken = (kind: ts.SyntaxKind): boolean =>
  kind === SyntaxKind.AmpersandAmpersandToken || kind === SyntaxKind.BarBarToken;

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** All mutants of a file, in the order of the text. */
export function mutantsOf(file: string, text: string): readonly Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutants = new Map<string, Mutant>();

  function add(operator: string, start: number, end: number, replacement: string): void {
    if (text.slice(start, end) === replacement) return;
    const key = `${start} ${end} ${replacement}`;
    if (!mutants.has(key)) mutants.set(key, { file, start, end, replacement, operator });
  }
  const change = (operator: string, node: ts.Node, replacement: string): void =>
    add(operator, node.getStart(), node.end, replacement);

  function changeCondition(condition: ts.Expression, values: readonly ('true' | 'false')[]): void {
    const { kind } = condition;
    if (kind === SyntaxKind.TrueKeyword || kind === SyntaxKind.FalseKeyword) return;
    for (const value of values) change('condition', condition, value);
  }

  function changeBinary({ left, operatorToken, right }: ts.BinaryExpression): void {
    const { kind } = operatorToken;
    if (kind === SyntaxKind.PlusToken && (isText(left) || isText(right))) return;
    const swap = binarySwaps.get(kind);
    for (const token of swap?.tokens ?? []) change(swap?.operator ?? '', operatorToken, token);
    if (isLogicalToken(kind)) {
      add('logic', left.getStart(), right.getStart(), '');
      add('logic', left.end, right.end, '');
    }
    if (
      kind === SyntaxKind.EqualsEqualsEqualsToken ||
      kind === SyntaxKind.ExclamationEqualsEqualsToken
    )
      for (const side of [left, right])
        if (ts.isStringLiteral(side) && side.text !== '') change('text', side, "''");
  }

  function changeCall(call: ts.CallExpression): void {
    const callee = call.expression;
    if (!ts.isPropertyAccessExpression(callee)) return;
    const name = callee.name.text;
    const isMath = callee.expression.getText() === 'Math';
    const swapped =
      isMath && (name === 'min' || name === 'max')
        ? name === 'min'
          ? 'max'
          : 'min'
        : methodSwaps.get(name);
    if (swapped !== undefined) change('method', callee.name, swapped);
    if (removableMethods.has(name) && !isMath) add('method', callee.expression.end, call.end, '');
    if (textDecides.has(name))
      for (const argument of call.arguments)
        if (ts.isStringLiteral(argument) && argument.text !== '') change('text', argument, "''");
  }

  function changeNumber(literal: ts.NumericLiteral): void {
    const value = Number(literal.text);
    if (!Number.isInteger(value) || value > largestNumber) return;
    change('number', literal, String(value + 1));
    if (value > 0) change('number', literal, String(value - 1));
  }

  function changeUnary(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): void {
    const { operator, operand } = node;
    if (operator === SyntaxKind.ExclamationToken || operator === SyntaxKind.MinusToken)
      change('unary', node, operand.getText());
    const step = { [SyntaxKind.PlusPlusToken]: '--', [SyntaxKind.MinusMinusToken]: '++' };
    const other = step[operator as keyof typeof step] as string | undefined;
    if (other === undefined) return;
    const name = operand.getText();
    change('unary', node, ts.isPrefixUnaryExpression(node) ? other + name : name + other);
  }

  function changeArray(array: ts.ArrayLiteralExpression): void {
    const { elements } = array;
    const last = elements.at(-1);
    if (last === undefined) return;
    change('list', array, '[]');
    const beforeLast = elements.at(-2);
    if (beforeLast !== undefined) add('list', beforeLast.end, last.end, '');
  }

  function changePattern(node: ts.RegularExpressionLiteral): void {
    const [, body = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
    const changed = [
      body.replace(/^\^/, ''),
      body.replace(/(?<!\\)\$$/, ''),
      body.replace(/(?<!\\)\+/, ''),
      body.replace('\\d', '\\D'),
      body.replace('\\s', '\\S'),
      body.replace('\\w', '\\W'),
    ];
    for (const other of changed)
      if (other !== body && other !== '') change('pattern', node, `/${other}/${flags}`);
    if (flags.includes('i')) change('pattern', node, `/${body}/${flags.replace('i', '')}`);
  }

  function changeStatement(node: ts.Node): void {
    if (ts.isExpressionStatement(node)) {
      // A removed statement is replaced by an empty one, so that an `if` before it stays complete.
      if (!isUserText(node.expression)) change('statement', node, ';');
    } else if (ts.isIfStatement(node)) {
      changeCondition(node.expression, ['true', 'false']);
      const { elseStatement } = node;
      if (elseStatement !== undefined && !ts.isIfStatement(elseStatement))
        add('statement', node.thenStatement.end, elseStatement.end, '');
    } else if (ts.isWhileStatement(node)) changeCondition(node.expression, ['false']);
    else if (ts.isDoStatement(node)) changeCondition(node.expression, ['false']);
    else if (ts.isForStatement(node) && node.condition !== undefined)
      changeCondition(node.condition, ['false']);
    else if (ts.isTryStatement(node)) {
      if (node.finallyBlock !== undefined && node.finallyBlock.statements.length > 0)
        change('block', node.finallyBlock, '{}');
      if (node.catchClause !== undefined && node.catchClause.block.statements.length > 0)
        change('block', node.catchClause.block, '{}');
    } else if (ts.isBreakStatement(node) || ts.isContinueStatement(node))
      change('statement', node, ';');
  }

  function visit(node: ts.Node): void {
    if (isUserText(node)) return;
    changeStatement(node);
    if (ts.isConditionalExpression(node)) changeCondition(node.condition, ['true', 'false']);
    else if (ts.isBinaryExpression(node)) changeBinary(node);
    else if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
      changeUnary(node);
    else if (ts.isNumericLiteral(node)) changeNumber(node);
    else if (node.kind === SyntaxKind.TrueKeyword) change('boolean', node, 'false');
    else if (node.kind === SyntaxKind.FalseKeyword) change('boolean', node, 'true');
    else if (ts.isArrayLiteralExpression(node)) changeArray(node);
    else if (ts.isRegularExpressionLiteral(node)) changePattern(node);
    else if (ts.isSpreadAssignment(node) || ts.isSpreadElement(node))
      change('list', node, ts.isSpreadElement(node) ? '...[]' : '...{}');
    else if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const body = node.body as ts.Node;
      if (ts.isBlock(body) && body.statements.length > 0) change('block', body, '{}');
    }
    if (ts.isCallExpression(node)) changeCall(node);
    if (
      (ts.isPropertyAccessExpression(node) ||
        ts.isElementAccessExpression(node) ||
        ts.isCallExpression(node)) &&
      node.questionDotToken !== undefined
    )
      change('chain', node.questionDotToken, ts.isPropertyAccessExpression(node) ? '.' : '');
    ts.forEachChild(node, visit);
  }

  visit(source);
  return [...mutants.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The source text with the mutant. */
export const applyMutant = (text: string, { start, end, replacement }: Mutant): string =>
  text.slice(0, start) + replacement + text.slice(end);

export interface MutantDescription {
  /** Line number of the first changed line, from 1. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

/** The changed lines without and with the mutant, each on one line. */
export function describeMutant(text: string, mutant: Mutant): MutantDescription {
  const from = text.lastIndexOf('\n', mutant.start - 1) + 1;
  const newline = text.indexOf('\n', mutant.end);
  const to = newline === -1 ? text.length : newline;
  const inOneLine = (part: string): string => part.replaceAll(/\s+/g, ' ').trim();
  return {
    line: text.slice(0, mutant.start).split('\n').length,
    before: inOneLine(text.slice(from, to)),
    after: inOneLine(
      text.slice(from, mutant.start) + mutant.replacement + text.slice(mutant.end, to),
    ),
  };
}
