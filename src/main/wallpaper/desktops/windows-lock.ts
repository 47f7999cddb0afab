import { z } from 'zod';
import { parseJson } from '#shared/json.ts';
import type { LockScreen } from './backend.ts';
import { expressionOf, powershellCommand } from './powershell.ts';

const lockScreen =
  '$null = [Windows.System.UserProfile.LockScreen, Windows.System.UserProfile, ContentType = WindowsRuntime]';

/** Windows PowerShell can wait for the Windows Runtime only through the tasks of .NET. */
const preludeScript = `Add-Type -AssemblyName System.Runtime.WindowsRuntime; ${lockScreen}
$null = [Windows.Storage.StorageFile, Windows.Storage, ContentType = WindowsRuntime]
$ways = [System.WindowsRuntimeSystemExtensions].GetMethods() | Where-Object { $_.Name -eq 'AsTask' -and $_.GetParameters().Count -eq 1 }
function Wait-Task($task) { if (-not $task.Wait(4000)) { throw 'Windows did not answer' } }
function Show-File($path) {
$find = ($ways | Where-Object { $_.GetParameters()[0].ParameterType.Name -eq 'IAsyncOperation\`1' })[0].MakeGenericMethod([Windows.Storage.StorageFile])
$found = $find.Invoke($null, @([Windows.Storage.StorageFile]::GetFileFromPathAsync($path))); Wait-Task $found
$set = ($ways | Where-Object { $_.GetParameters()[0].ParameterType.Name -eq 'IAsyncAction' })[0]
$done = $set.Invoke($null, @([Windows.System.UserProfile.LockScreen]::SetImageFileAsync($found.Result))); Wait-Task $done }`;

const stateSchema = z.object({ picture: z.string() });

const pictureKey = 'picture';

/**
 * The lock screen of Windows 10 and 11, through the Windows Runtime. No rights of an administrator are needed. The only
 * key is `picture`: an absolute path. If the lock screen was Windows Spotlight, a restore shows the picture that
 * Spotlight last showed.
 */
export const windowsLock: LockScreen = {
  name: 'windows',
  survey: [
    powershellCommand(
      `${lockScreen}; $uri = [Windows.System.UserProfile.LockScreen]::OriginalImageFile; @{ picture = $(if ($uri) { $uri.LocalPath } else { '' }) } | ConvertTo-Json`,
    ),
  ],
  held([answer = '']) {
    const path = stateSchema.safeParse(parseJson(answer)).data?.picture ?? '';
    return new Map(path === '' ? [] : [[pictureKey, path]]);
  },
  settings: (_answers, path) => [{ key: pictureKey, value: path }],
  // No call removes the picture of the lock screen.
  write: (_key, value) =>
    value === null
      ? null
      : powershellCommand(`${preludeScript}\nShow-File (${expressionOf(value)})`),
};
