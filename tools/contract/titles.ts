import { createHash } from 'node:crypto';
import ts from 'typescript';

/** Electron's test files for the modules that the app uses: `spec/NAME-spec.ts` in its repository. */
export const specNames = [
  'api-app',
  'api-browser-window',
  'api-crash-reporter',
  'api-dialog',
  'api-ipc-main',
  'api-menu',
  'api-menu-item',
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
  'api-web-contents',
] as const;

/** The function of a call: `it` for `it('…')`, for `it.skip('…')` and for `ifit(condition)('…')`. */
function nameOf(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text.replace(/^if/, '');
  if (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee))
    return nameOf(callee.expression);
  return '';
}

/** The titles of the tests in a spec file, each as `group › group › title`. */
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
        // For a title that is computed at run time, use the source text of its expression.
        const title = isText ? first.getText(file).slice(1, -1) : first.getText(file);
        // In `ifit(condition)('…')`, the call `ifit(condition)` has only one argument, which is not a title.
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

/** A hash of a title, so that Electron's titles themselves need not be stored. */
export const hashOf = (title: string): string =>
  createHash('sha256').update(title).digest('hex').slice(0, 12);
