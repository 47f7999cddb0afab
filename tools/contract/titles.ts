import { createHash } from 'node:crypto';
import ts from 'typescript';

/** The specs of the modules that the app uses, in `spec/` of Electron's repository. */
export const specs = [
  'api-app',
  'api-browser-window',
  'api-ipc-main',
  'api-native-theme',
  'api-notification',
  'api-notification-dbus',
  'api-power-monitor',
  'api-protocol',
  'api-safe-storage',
  'api-screen',
  'api-session',
  'api-tray',
  'api-utility-process',
] as const;

/** The name that a call is of: `it` of `it('…')`, `it.skip('…')` and `ifit(condition)('…')` without its condition. */
function nameOf(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text.replace(/^if/, '');
  if (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee))
    return nameOf(callee.expression);
  return '';
}

/** The titles of the tests in a spec, each behind those of its groups. */
export function titlesOf(text: string): string[] {
  const file = ts.createSourceFile('spec.ts', text, ts.ScriptTarget.Latest);
  const titles: string[] = [];
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    let inside = groups;
    if (ts.isCallExpression(node)) {
      const [first] = node.arguments;
      const name = nameOf(node.expression);
      if (first !== undefined && (name === 'it' || name === 'describe')) {
        const isText = ts.isStringLiteralLike(first) || ts.isTemplateExpression(first);
        // A title that is made up at run time is known by its expression.
        const title = isText ? first.getText(file).slice(1, -1) : first.getText(file);
        // The condition of `ifit(condition)` is a call by itself, and no title.
        const isTest = node.arguments.length > 1;
        if (isTest && name === 'it') titles.push([...groups, title].join(' › '));
        if (isTest && name === 'describe') inside = [...groups, title];
      }
    }
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(file, []);
  return titles;
}

/** Says whether it is the same title, without its text. */
export const hashOf = (title: string): string =>
  createHash('sha256').update(title).digest('hex').slice(0, 12);
