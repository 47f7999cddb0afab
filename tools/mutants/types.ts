/** Checks whether the compiler reports an error for a mutant. */
import { join, relative } from 'node:path';
import ts from 'typescript';

interface TypeCheck {
  /**
   * Returns the first error in `changed` and `files` (relative paths) while `changed` has the content `text`; null if
   * there is none. Checks all files of the project if `files` is null: a type reaches more files than those that import
   * it.
   */
  readonly firstError: (
    changed: string,
    text: string,
    files: readonly string[] | null,
  ) => string | null;
}

function serviceOf(root: string, config: string): TypeCheck['firstError'] {
  const parsed = ts.getParsedCommandLineOfConfigFile(
    join(root, config),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
      },
    },
  );
  if (parsed === undefined) throw new Error(`${config} cannot be read`);
  const { options, fileNames } = parsed;
  const names = new Set(fileNames);
  let current = { path: '', text: '' };
  let version = 0;
  const versions = new Map<string, number>();
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (path) => String(versions.get(path) ?? 0),
    getScriptSnapshot(path) {
      if (path === current.path) return ts.ScriptSnapshot.fromString(current.text);
      const text = ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (all) => ts.getDefaultLibFilePath(all),
    fileExists: (path) => ts.sys.fileExists(path),
    readFile: (path, encoding) => ts.sys.readFile(path, encoding),
    readDirectory: (...args) => ts.sys.readDirectory(...args),
    directoryExists: (path) => ts.sys.directoryExists(path),
    getDirectories: (path) => ts.sys.getDirectories(path),
  });
  return (changed, text, files) => {
    // The previously changed file again has the content on the disk.
    for (const path of [current.path, join(root, changed)]) versions.set(path, ++version);
    current = { path: join(root, changed), text };
    const checked = files === null ? names : [changed, ...files].map((file) => join(root, file));
    for (const path of checked) {
      if (!names.has(path)) continue;
      const [error] = [
        ...service.getSyntacticDiagnostics(path),
        ...service.getSemanticDiagnostics(path),
      ];
      if (error === undefined) continue;
      return `${relative(root, path)}: ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}`;
    }
    return null;
  };
}

/**
 * Creates the check for the sources below `root`. It uses the TypeScript project of `npm run types` that contains the
 * changed file.
 */
export function createTypeCheck(root: string): TypeCheck {
  const services = new Map<string, TypeCheck['firstError']>();
  return {
    firstError(changed, text, files) {
      const configs = {
        'src/renderer/': 'tsconfig.web.json',
        'packages/electron-stand-in/': 'tsconfig.tools.json',
      };
      const [, config = 'tsconfig.node.json'] =
        Object.entries(configs).find(([folder]) => changed.startsWith(folder)) ?? [];
      const check = services.get(config) ?? serviceOf(root, config);
      services.set(config, check);
      return check(changed, text, files);
    },
  };
}
