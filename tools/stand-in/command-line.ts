/** What `electron APP_DIR …` would make of its arguments. */
export interface Invocation {
  /** The application's folder as given, or null when no argument names one. */
  readonly appDir: string | null;
  /** Every `--name[=value]`, lower-case names; a switch without a value has ''. */
  readonly switches: Map<string, string>;
}

/** Reads the arguments after the program's name. The first that is no switch names the application. */
export function parseCommandLine(args: readonly string[]): Invocation {
  const switches = new Map<string, string>();
  let appDir: string | null = null;
  for (const argument of args) {
    const match = /^--([^=]+)(?:=(.*))?$/s.exec(argument);
    if (match?.[1] !== undefined) switches.set(match[1].toLowerCase(), match[2] ?? '');
    else appDir ??= argument;
  }
  return { appDir, switches };
}
