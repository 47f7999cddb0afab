import { m } from '#words';
import { wallpaperFailureSentence } from './wallpaper/wallpaper-words.ts';
import type { Failure } from './failure.ts';
import { isolateText } from './language/isolate-text.ts';
import { runInEnglish } from './language/language.ts';
import { diskProblemOf } from './words.ts';

/**
 * The text of a failure for the log: the sentence of `failureSentence` in English, without its capital and its full
 * stop, and the technical detail in brackets. It contains no keys, and of an address at most the host.
 */
export function describeFailure(failure: Failure): string {
  const words = runInEnglish(() => failureSentence(failure));
  const detail = failureDetail(failure);
  const plainWords = words.charAt(0).toLowerCase() + words.slice(1).replace(/\.$/, '');
  return detail === '' ? plainWords : `${plainWords} (${detail})`;
}

function failureDetail(failure: Failure): string {
  switch (failure.kind) {
    case 'timeout':
      return `${failure.stage}, ${Math.round(failure.afterMs / 1000)} s`;
    case 'refused':
    case 'unavailable':
      return String(failure.status);
    case 'storage':
    case 'terminal-command':
      return failure.code;
    case 'malformed':
    case 'address-refused':
    case 'wallpaper':
    case 'login-item':
    case 'no-file-dialog':
      return failure.detail;
    // The detail of `invalid-input` is not shown: it names channels and schemas. A form explains its wrong input
    // itself.
    default:
      return '';
  }
}

/** One or two whole sentences for the user. The log has the details (`describeFailure`). */
export function failureSentence(failure: Failure): string {
  switch (failure.kind) {
    case 'offline':
      return offlineSentence(failure.reason);
    case 'timeout':
      return m.failure_timeout();
    case 'quota':
      return m.failure_quota();
    case 'key-refused':
      return m.failure_key_refused();
    case 'not-found':
      return m.failure_not_found();
    case 'refused':
      return failure.message === ''
        ? m.failure_refused()
        : m.failure_refused_message({ message: isolateText(failure.message) });
    case 'unavailable':
      return m.failure_unavailable();
    case 'malformed':
      return m.failure_malformed();
    case 'implausible':
      return implausibleSentence(failure.reason);
    case 'too-large':
      return m.failure_too_large();
    case 'truncated':
      return m.failure_truncated();
    case 'damaged':
      return m.failure_damaged();
    case 'not-an-image':
      return m.failure_not_an_image();
    case 'placeholder':
      return m.failure_placeholder();
    case 'no-picture':
      return failure.mediaType === 'video'
        ? m.failure_day_has_video()
        : m.failure_day_without_picture();
    case 'address-refused':
      return m.failure_address_refused();
    case 'storage':
      return diskSentence(failure.code);
    case 'would-forget':
      return m.failure_would_forget();
    case 'managed':
      return m.failure_managed();
    case 'wallpaper-off':
      return m.failure_wallpaper_off();
    case 'wallpaper':
      return wallpaperFailureSentence(failure.why);
    case 'no-file-dialog':
      return m.failure_no_file_dialog();
    case 'login-item':
      return m.failure_login_item();
    case 'terminal-command':
      return m.failure_terminal_command();
    case 'invalid-input':
      return m.failure_invalid_input();
    case 'superseded':
    case 'cancelled':
      return m.failure_cancelled();
  }
}

function offlineSentence(reason: Extract<Failure, { kind: 'offline' }>['reason']): string {
  switch (reason) {
    case 'dns':
      return m.failure_offline_dns();
    case 'refused':
      return m.failure_offline_refused();
    case 'reset':
      return m.failure_offline_reset();
    case 'tls':
      return m.failure_offline_tls();
    case 'portal':
      return m.failure_offline_portal();
    case 'proxy':
      return m.failure_offline_proxy();
    case 'proxy-password':
      return m.failure_offline_proxy_password();
    case 'unreachable':
      return m.failure_offline_unreachable();
    case 'starting':
      return m.failure_offline_starting();
  }
}

function implausibleSentence(reason: Extract<Failure, { kind: 'implausible' }>['reason']): string {
  switch (reason) {
    case 'frozen':
      return m.failure_frozen();
    case 'wrong-time':
      return m.failure_wrong_time();
    case 'displaced':
      return m.failure_displaced();
  }
}

function diskSentence(code: string): string {
  switch (diskProblemOf(code)) {
    case 'full':
      return m.failure_disk_full();
    case 'read-only':
      return m.failure_disk_read_only();
    case 'forbidden':
      return m.failure_disk_forbidden();
    case 'missing':
      return m.failure_disk_missing();
    case null:
      return m.failure_disk();
  }
}
