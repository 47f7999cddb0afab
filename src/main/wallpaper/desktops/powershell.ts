import { programCommand, type ProgramCommand } from './backend.ts';

/** The command that runs the code, encoded for `-EncodedCommand`, so that no character needs quoting. */
export function powershellCommand(code: string): ProgramCommand {
  const wholeScript = `$ErrorActionPreference = 'Stop'; $ProgressPreference = 'SilentlyContinue'; ${code}`;
  const encodedScript = Buffer.from(wholeScript, 'utf16le').toString('base64');
  const plainArguments = ['-NoProfile', '-NonInteractive', '-OutputFormat', 'Text'];
  return programCommand('powershell.exe', ...plainArguments, '-EncodedCommand', encodedScript);
}

/**
 * An expression with the text as its value, encoded: PowerShell ends a quoted string also at U+2018 to U+201B, which a
 * file name may contain.
 */
export const expressionOf = (text: string): string =>
  `[Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${Buffer.from(text).toString('base64')}'))`;
