import { logWords } from './log-words.ts';

const timePattern = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d /;
/** A position in the app's own built code, as at the end of a line of a stack trace. */
const stackFramePattern =
  /(out\/(?:main|preload|renderer)\/(?:(?:chunks|assets)\/)?(?:index|services|[\w-]+-[\w-]{8})\.[cm]?js:\d+:\d+)\)?$/;
/** The codes of errors of the system. A report keeps no other word that begins with E and has capitals only. */
const systemErrorCodes: ReadonlySet<string> = new Set(
  `E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EAGAIN EAI_AGAIN EAI_FAIL EAI_MEMORY EAI_NODATA EAI_NONAME EBADF EBUSY
  ECANCELED ECONNABORTED ECONNREFUSED ECONNRESET EDQUOT EEXIST EFAULT EFBIG EHOSTDOWN EHOSTUNREACH EINTR EINVAL EIO
  EISCONN EISDIR ELOOP EMFILE EMLINK EMSGSIZE ENAMETOOLONG ENETDOWN ENETUNREACH ENFILE ENOBUFS ENODATA ENODEV ENOENT
  ENOEXEC ENOLCK ENOMEM ENOSPC ENOSYS ENOTCONN ENOTDIR ENOTEMPTY ENOTFOUND ENOTSOCK ENOTSUP ENXIO EOPNOTSUPP EPERM
  EPIPE EPROTO EROFS ESPIPE ESRCH ESTALE ETIMEDOUT ETXTBSY EXDEV`.split(/\s+/),
);
const libraryErrorPattern = /^(?:(?:UND_)?ERR|SQLITE)_/;
/** The words of the codes of Node, of undici, of Chromium and of SQLite. */
const errorCodeWords: ReadonlySet<string> = new Set(
  `UND ERR SQLITE
  ABORT ABORTED ACCESS ADDRESS ALREADY ALTNAME ARG ARGUMENT ASSERTION AUTH AUTHORITY BLOCKED BODY BUFFER BUSY CALLBACK CANTOPEN CERT
  CHANGED CHECK CIPHER CLOSE CLOSED COMMON COMPRESSED CONNECT CONNECTION CONSTRAINT CONTENT CORRUPT DATA DATE DECODING
  DENIED DESTROYED DISCONNECTED DLOPEN DNS EMPTY ENCODING ERROR ESM EXCEEDED EXPIRED FAILED FILE FOUND FSYNC FULL
  HEADER HEADERS HTTP HTTP2 INACTIVE INFO INTERNAL INTERRUPT INTERNET INVALID IOERR IPC LENGTH LOADED LOCK LOCKED
  MALFORMED MANY MEMORY MISMATCH MISSING MODULE NAME NETWORK NOMEM NOT NOTADB NULL NUMBER OF OPEN OSSL OUT OVERFLOW PARSER PERM
  PREMATURE PROTOCOL PROXY RANGE READ READONLY REDIRECT REDIRECTS REFUSED RES RESET RESOLVED RESPONSE RETRY SCHEMA SERVER
  SHORT SIZE SOCKET SSL STATE STATUS STREAM SUPPORTED SYNTAX TIMED TIMEOUT TLS TOO TOOBIG TRUNCATE TUNNEL TYPE
  UNAVAILABLE UNHANDLED UNKNOWN UNREACHABLE UNSUPPORTED URL VALUE VERIFY VERSION WORKER WRITE WRONG ZLIB`.split(
    /\s+/,
  ),
);
/** Matches a date, a number with decimals, or a word. */
const tokenPattern = /\d{4}-\d\d-\d\d(?!\d)|\d+(?:[.,]\d+)+|[\p{L}\p{N}\p{M}_]+/gu;
/** Matches the characters that a report does not keep. */
const foreignCharacters = /[^ .,:;()…“”-]/g;

const isErrorCode = (word: string): boolean =>
  systemErrorCodes.has(word) ||
  (libraryErrorPattern.test(word) && word.split('_').every((part) => errorCodeWords.has(part)));

const isNumber = (token: string | undefined): boolean => /^\p{N}/u.test(token ?? '');

/**
 * The text with only the app's own words, error codes, dates and small numbers. Any other word or number (a name, a
 * path, …) becomes `…`; other characters are removed. Several numbers in a row may be a place, a telephone number or a
 * key, so they become `…`, too.
 *
 * @param time the date of the text. A date is kept if it is of the same year or of the year before: an older date may be
 *   that of a birth.
 */
export function knownWords(text: string, time = ''): string {
  const isKept = (token: string, isAlone: boolean): boolean => {
    // `tokenPattern` matches a hyphen only in a date.
    if (token.includes('-')) {
      const years = Number(time.slice(0, 4)) - Number(token.slice(0, 4));
      return years === 0 || years === 1;
    }
    if (/^\d{1,3}$/.test(token)) return isAlone;
    return logWords.has(token.toLowerCase()) || isErrorCode(token);
  };
  // The iterator is read one token ahead: a list of all tokens of a long text would cost more than the search.
  const matches = text.matchAll(tokenPattern);
  let match = matches.next().value;
  let lastToken: string | undefined;
  let textBefore = text.slice(0, match?.index);
  let shownText = textBefore.replaceAll(foreignCharacters, '');
  while (match !== undefined) {
    const [token] = match;
    const nextMatch = matches.next().value;
    const textAfter = text.slice(match.index + token.length, nextMatch?.index);
    const around = `${textBefore.at(-1) ?? ''}${textAfter.at(0) ?? ''}`;
    const isAlone =
      !isNumber(lastToken) && !isNumber(nextMatch?.[0]) && around.search(foreignCharacters) === -1;
    shownText += isKept(token, isAlone) ? token : '…';
    shownText += textAfter.replaceAll(foreignCharacters, '');
    lastToken = token;
    textBefore = textAfter;
    match = nextMatch;
  }
  return shownText.replaceAll(/…[^\p{L}\p{N}]*…/gu, '…');
}

export const logPart = (lines: readonly string[]): string[] =>
  lines.map((line) => {
    const timePart = timePattern.exec(line)?.[0] ?? '';
    const messagePart = line.slice(timePart.length);
    if (timePart === '' && /^\s+at /.test(messagePart))
      return `    at ${stackFramePattern.exec(messagePart)?.[1] ?? '…'}`;
    return `${timePart}${knownWords(messagePart, timePart)}`;
  });
