import { windowsSystemPath } from '#platform/process/run.ts';
import { programCommand, type ProgramCommand } from './backend.ts';

/**
 * Ends a script that cannot run: with AppLocker, App Control or Smart App Control, PowerShell refuses most calls, with
 * an error in the system's language. The words are printed, because errors would be formatted.
 */
const guardScript = `if ("$($ExecutionContext.SessionState.LanguageMode)" -ne 'FullLanguage') {
'this computer allows PowerShell no calls of Windows (AppLocker, App Control or Smart App Control)'; exit 1 }
$ErrorActionPreference = 'Stop'; $ProgressPreference = 'SilentlyContinue'
[Console]::OutputEncoding = [Text.Encoding]::UTF8`;

/** Names the refusals that are known; 0x80070005 is E_ACCESSDENIED. */
const refusalScript = `$cause = $_.Exception; while ($cause.InnerException) { $cause = $cause.InnerException }
if ($_.FullyQualifiedErrorId -like 'CouldNotAutoloadMatchingModule*') { 'PowerShell cannot load its own modules' }
elseif ($cause.HResult -eq 0x80070005) { 'Windows denied it: a policy may fix the picture' }
else { $cause.Message }; exit 1`;

/** The command that runs the code, encoded for `-EncodedCommand`, so that no character needs quoting. */
export function powershellCommand(code: string): ProgramCommand {
  const wholeScript = `${guardScript}\ntry {\n${code}\n} catch {\n${refusalScript}\n}`;
  const encodedScript = Buffer.from(wholeScript, 'utf16le').toString('base64');
  const plainArguments = ['-NoProfile', '-NonInteractive', '-OutputFormat', 'Text'];
  const program = windowsSystemPath(String.raw`WindowsPowerShell\v1.0\powershell.exe`);
  return programCommand(program, ...plainArguments, '-EncodedCommand', encodedScript);
}

/**
 * An expression with the text as its value, encoded: PowerShell ends a quoted string also at U+2018 to U+201B, which a
 * file name may contain.
 */
export const expressionOf = (text: string): string =>
  `[Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${Buffer.from(text).toString('base64')}'))`;
