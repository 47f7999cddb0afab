import { command, type Command } from './backend.ts';

/** The command that runs the code. It is encoded for `-EncodedCommand`, so that nothing in it needs quoting. */
export function powershell(code: string): Command {
  const whole = `$ErrorActionPreference = 'Stop'; $ProgressPreference = 'SilentlyContinue'; ${code}`;
  const encoded = Buffer.from(whole, 'utf16le').toString('base64');
  const plain = ['-NoProfile', '-NonInteractive', '-OutputFormat', 'Text'];
  return command('powershell.exe', ...plain, '-EncodedCommand', encoded);
}

/**
 * An expression that gives the text. It is never part of the script itself: PowerShell also ends a quoted string at
 * U+2018 to U+201B, which a file name may hold.
 */
export const expressionOf = (text: string): string =>
  `[Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${Buffer.from(text).toString('base64')}'))`;
