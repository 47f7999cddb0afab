import { basename, join } from 'node:path';
import ts from 'typescript';
import { root } from '../setup/paths.ts';

/** A member, event or option of Electron that the app's code uses. */
export interface ElectronUse {
  /**
   * For example `App.getPath` (a member), `App#second-instance` (an event), or `BrowserWindowConstructorOptions.show`
   * (an option).
   */
  readonly name: string;
  /** The systems that Electron's documentation names; empty: all systems. */
  readonly platforms: readonly string[];
  readonly isDeprecated: boolean;
  /** The declarations in `electron.d.ts`, without comments. */
  readonly declarations: readonly string[];
  /** The paths of the app's files with this use, from the root of the project. */
  readonly files: readonly string[];
}

const listenerMethods = ['on', 'once', 'off', 'addListener', 'removeListener'];

/**
 * Reads `src/main` and `src/preload` with TypeScript. Returns the parts of Electron that these folders use, sorted by
 * name.
 */
export function usesOfElectron(): readonly ElectronUse[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.node.json'), (path) =>
    ts.sys.readFile(path),
  ) as { config: unknown };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const uses = new Map<string, { declarations: Set<ts.Declaration>; files: Set<string> }>();

  const overloads = eventsOfElectron(program);

  function add(mark: string, declarations: readonly ts.Declaration[], file: string): void {
    for (const declaration of declarations.filter(isElectrons)) {
      const owner = ownerOf(declaration);
      if (owner === null) continue;
      const name = `${owner}${mark}`;
      const use = uses.get(name) ?? { declarations: new Set(), files: new Set() };
      use.declarations.add(declaration);
      use.files.add(file);
      uses.set(name, use);
    }
  }

  function addSymbol(symbol: ts.Symbol | undefined, file: string): void {
    if (symbol !== undefined) add(`.${symbol.getName()}`, symbol.declarations ?? [], file);
  }

  /**
   * The app declares some parameter types (ports) that list only the members of an Electron object that the app needs.
   * If an argument is an Electron object and its parameter has such a type, records the members of the port.
   */
  function addPort(argument: ts.Type, parameter: ts.Type, file: string): void {
    const isPart = (parameter.isUnion() ? parameter.types : [parameter]).every(
      (one) => !isElectronsType(one),
    );
    if (!isPart || !isElectronsType(argument)) return;
    for (const property of parameter.getProperties()) {
      const own = argument.getProperty(property.name);
      if (own === undefined || !listenerMethods.includes(property.name)) addSymbol(own, file);
      // If the port is a `Pick` of an Electron type, the calls of `on` show which events are used.
      else if (own.declarations?.[0] !== property.declarations?.[0])
        for (const event of eventsOf(property))
          for (const overload of overloadsFor(own, event)) add(`#${event}`, [overload], file);
    }
  }

  /** The events that a method accepts: the literal types of its first parameter. */
  const eventsOf = (method: ts.Symbol): string[] =>
    checker
      .getSignaturesOfType(checker.getTypeOfSymbol(method), ts.SignatureKind.Call)
      .flatMap((signature) => literalsOf(signature.getParameters()[0]));

  const literalsOf = (parameter: ts.Symbol | undefined): string[] =>
    parameter === undefined ? [] : namesIn(checker.getTypeOfSymbol(parameter));

  const overloadsFor = (method: ts.Symbol, event: string): ts.Declaration[] =>
    checker
      .getSignaturesOfType(checker.getTypeOfSymbol(method), ts.SignatureKind.Call)
      .filter((signature) => literalsOf(signature.getParameters()[0]).includes(event))
      .flatMap((signature) => signature.getDeclaration());

  function addEvent(call: ts.CallExpression, file: string): void {
    const { expression, arguments: given } = call;
    if (!ts.isPropertyAccessExpression(expression)) return;
    if (!listenerMethods.includes(expression.name.text)) return;
    const [event] = given;
    const overload = checker.getResolvedSignature(call)?.getDeclaration();
    if (event === undefined || overload === undefined) return;
    const names = namesIn(checker.getTypeAtLocation(event));
    if (isElectrons(overload)) for (const name of names) add(`#${name}`, [overload], file);
    // A port may accept any event name. The event is then recorded for every Electron class that has an event of this
    // name.
    else if (isOwnType(checker.getTypeAtLocation(expression.expression)))
      for (const name of names) add(`#${name}`, overloads.get(name) ?? [], file);
  }

  function addOptions(literal: ts.ObjectLiteralExpression, file: string): void {
    const contextualType = checker.getContextualType(literal);
    if (contextualType === undefined) return;
    for (const property of literal.properties) {
      const name = property.name;
      if (name === undefined || !(ts.isIdentifier(name) || ts.isStringLiteral(name))) continue;
      for (const type of contextualType.isUnion() ? contextualType.types : [contextualType]) {
        const option = type.getProperty(name.text);
        addSymbol(option, file);
        if (option !== undefined && ts.isShorthandPropertyAssignment(property))
          addPort(checker.getTypeAtLocation(name), checker.getTypeOfSymbol(option), file);
      }
    }
  }

  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile || source.fileName.includes('/node_modules/')) continue;
    const file = source.fileName.slice(root.length + 1);
    if (!/^src\/(main|preload)\//.test(file) || file.endsWith('.test.ts')) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) addEvent(node, file);
      if (ts.isPropertyAccessExpression(node) && !listenerMethods.includes(node.name.text))
        addSymbol(checker.getSymbolAtLocation(node.name), file);
      if (ts.isNewExpression(node)) {
        const declaration = checker.getResolvedSignature(node)?.getDeclaration();
        if (declaration !== undefined) add('()', [declaration], file);
      }
      if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
        const key = node.propertyName ?? node.name;
        const from = checker.getTypeAtLocation(node.parent);
        if (ts.isIdentifier(key)) addSymbol(from.getProperty(key.text), file);
      }
      if (ts.isObjectLiteralExpression(node)) addOptions(node, file);
      else if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) {
        const contextualType = isValuePosition(node) ? checker.getContextualType(node) : undefined;
        if (contextualType !== undefined)
          addPort(checker.getTypeAtLocation(node), contextualType, file);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }

  return [...uses]
    .map(([name, { declarations, files }]): ElectronUse => {
      const all = [...declarations];
      return {
        name,
        platforms: platformsOf(all),
        isDeprecated: all.some((one) => tagsOf(one).some(([tag]) => tag === 'deprecated')),
        declarations: [...new Set(all.map(textOf))].sort(),
        files: [...files].sort(),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether the expression is an argument, the value of a property or variable, a default, or a return value. */
const isValuePosition = ({ parent }: ts.Node & { readonly parent: ts.Node }): boolean =>
  ts.isCallExpression(parent) ||
  ts.isNewExpression(parent) ||
  ts.isPropertyAssignment(parent) ||
  ts.isParameter(parent) ||
  ts.isVariableDeclaration(parent) ||
  ts.isReturnStatement(parent) ||
  ts.isConditionalExpression(parent) ||
  ts.isArrowFunction(parent);

/** The values of a literal type, or of a union of them. */
const namesIn = (type: ts.Type): string[] =>
  (type.isUnion() ? type.types : [type]).flatMap((one) => (one.isStringLiteral() ? one.value : []));

const isElectronsType = (type: ts.Type): boolean =>
  (type.symbol as ts.Symbol | undefined)?.declarations?.some(isElectrons) === true;

/** Whether the type is declared by the app, or is an unnamed type such as `Pick<…>`. */
const isOwnType = ({ symbol }: ts.Type): boolean =>
  (symbol as ts.Symbol | undefined) === undefined ||
  symbol.name === '__type' ||
  symbol.declarations?.some((one) => !one.getSourceFile().isDeclarationFile) === true;

/** The declarations of `on` in `electron.d.ts`, by the name of the event. */
function eventsOfElectron(program: ts.Program): ReadonlyMap<string, readonly ts.Declaration[]> {
  const declarations = new Map<string, ts.Declaration[]>();
  const visit = (node: ts.Node): void => {
    if (
      (ts.isMethodDeclaration(node) || ts.isMethodSignature(node)) &&
      node.name.getText() === 'on'
    ) {
      const type = node.parameters[0]?.type;
      if (type !== undefined && ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal)) {
        const { text } = type.literal;
        declarations.set(text, [...(declarations.get(text) ?? []), node]);
      }
    }
    ts.forEachChild(node, visit);
  };
  for (const source of program.getSourceFiles())
    if (basename(source.fileName) === 'electron.d.ts') visit(source);
  return declarations;
}

const isElectrons = (declaration: ts.Declaration): boolean =>
  basename(declaration.getSourceFile().fileName) === 'electron.d.ts';

/** The app does not use these classes. Their events have the same names as events of classes that the app uses. */
const unusedClasses = ['ClientRequest', 'IncomingMessage'];

/**
 * The name of the class or interface that contains the declaration; null if none contains it or the name is in
 * `unusedClasses`.
 */
function ownerOf(declaration: ts.Declaration): string | null {
  for (let at: ts.Node = declaration.parent; !ts.isSourceFile(at); at = at.parent)
    if ((ts.isClassDeclaration(at) || ts.isInterfaceDeclaration(at)) && at.name !== undefined)
      return unusedClasses.includes(at.name.text) ? null : at.name.text;
  return null;
}

const tagsOf = (declaration: ts.Declaration): readonly (readonly [string, string])[] =>
  ts
    .getJSDocTags(declaration)
    .map((tag) => [tag.tagName.text, ts.getTextOfJSDocComment(tag.comment)?.trim() ?? ''] as const);

/** All systems that the declarations name; empty (all systems) when one of the declarations names no system. */
function platformsOf(declarations: readonly ts.Declaration[]): readonly string[] {
  const each = declarations.map((one) =>
    tagsOf(one).flatMap(([tag, value]) => (tag === 'platform' ? value.split(',') : [])),
  );
  return each.some((one) => one.length === 0) ? [] : [...new Set(each.flat())].sort();
}

const textOf = (declaration: ts.Declaration): string =>
  declaration
    .getText()
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
