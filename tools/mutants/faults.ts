/** A small fault that a person would notice, and the tests that should notice it first. */
export interface Fault {
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** What the fault does. */
  readonly about: string;
  /** The test beside the file unless told. */
  readonly tests?: readonly string[];
  /** Why no test has to notice it. */
  readonly survives?: string;
}

export const faults: readonly Fault[] = [
  // The picture.
  {
    file: 'src/main/picture/schedule.ts',
    find: 'delayMs: Math.max(restMs ?? 0, backoffMs(attempt, backoff, random)),',
    replace: 'delayMs: restMs ?? backoffMs(attempt, backoff, random),',
    about: 'a rest that is nearly over takes the place of the longer backoff',
  },
  {
    file: 'src/main/picture/eastern.ts',
    find: 'let after = before + 26 * 60;',
    replace: 'let after = before + 24 * 60;',
    about: 'no midnight is found on the day that has 25 hours',
  },
  {
    file: 'src/main/picture/download/picture-addresses.ts',
    find: '(need.longestSide ?? Infinity)',
    replace: '(need.longestSide ?? 0)',
    about: 'takes the small picture while the displays are unknown',
  },
  {
    file: 'src/main/picture/providers/chain.ts',
    find: 'kept === null || record.value.date > kept',
    replace: 'kept === null || record.value.date >= kept',
    about: 'fetches the picture that is kept already again and again',
    tests: [
      'src/main/picture/providers/chain.test.ts',
      'src/main/picture/picture-of-the-day.test.ts',
    ],
  },
  {
    file: 'src/main/picture/providers/circuit.ts',
    find: 'return failures < 3 ? null',
    replace: 'return failures <= 3 ? null',
    about: 'the circuit opens one failure too late',
  },
  {
    file: 'src/main/wallpaper/selection-rules.ts',
    find: 'automatic.day > back.since',
    replace: 'automatic.day >= back.since',
    about: '‘Previous picture’ changes nothing',
  },
  {
    file: 'src/main/picture/archive/eviction.ts',
    find: '.filter(({ date }) => !isProtected(date))\n',
    replace: '\n',
    about: 'favourites are removed to make room',
  },
  {
    file: 'src/main/picture/archive/thumbnails.ts',
    find: 'failed.add(date);\n    onFailure(',
    replace: 'onFailure(',
    about: 'a small picture that cannot be made is tried for ever',
    tests: ['src/main/picture/archive/archive.test.ts'],
  },
  {
    file: 'src/main/picture/download/picture-addresses.ts',
    find: 'services.some(({ origin }) => origin === url.origin)',
    replace: 'services.some(({ hostname }) => hostname === url.hostname)',
    about: 'every port of the service’s own machine may be asked for a picture',
  },
  {
    file: 'src/main/picture/download/image-check.ts',
    find: 'Buffer.concat([tail, piece.subarray(-tailLength)])',
    replace: 'Buffer.from(piece)',
    about: 'a picture whose end marker comes in two pieces counts as cut off',
  },
  {
    file: 'src/main/wallpaper/plan.ts',
    find: 'if (displays.length < 2)',
    replace: 'if (displays.length <= 2)',
    about: 'two displays show the same picture instead of one across both',
  },
  {
    file: 'src/main/wallpaper/desktops/gsettings.ts',
    find: "text.replaceAll('\\\\', '\\\\\\\\')",
    replace: 'text',
    about: 'a backslash in the path of a wallpaper is not quoted',
    tests: ['src/main/wallpaper/desktops/desktops.test.ts'],
  },

  // The station.
  {
    file: 'src/main/station/plausibility.ts',
    find: 'Math.abs(leftKm) - crossTrackLeak * late',
    replace: 'leftKm - crossTrackLeak * late',
    about: 'a fix to the right of the track passes for a good one',
  },
  {
    file: 'src/main/station/sky/passes.ts',
    find: 'rise >= to || set <= from',
    replace: 'rise >= to || rise <= from',
    about: 'a pass that is under way is not shown',
  },
  {
    file: 'src/main/station/sky/visibility.ts',
    find: '!isDark(rise) && !isDark(set)',
    replace: '!isDark(rise) || !isDark(set)',
    about: 'a pass that begins in daylight and ends in the dark is not visible',
  },
  {
    file: 'src/main/station/sky/pass-alerts.ts',
    find: 't > stretch.to - minSecondsLeft',
    replace: 't > stretch.to',
    about: 'alerts of a pass of which only seconds are left',
  },

  // Time.
  {
    file: 'src/main/runtime/poller.ts',
    find: 'if (poked && delayMs === null) nap.abort();',
    replace: '',
    about: 'what is asked for during a round is forgotten when the round ends without a time',
  },
  {
    file: 'src/main/runtime/suspension.ts',
    find: "suspension.power === 'locked' && service !== 'posts'",
    replace: "suspension.power === 'locked'",
    about: 'posts wait while the screen is locked',
  },

  // The journal.
  {
    file: 'src/main/journal/rules.ts',
    find: 'failure.status !== 503',
    replace: 'failure.status === 503',
    about: 'a 502 counts as not delivered: a delete of the post then never reaches the service',
    tests: ['src/main/journal/rules.test.ts', 'src/main/journal/journal.test.ts'],
  },
  {
    file: 'src/main/journal/transfer/transfer.ts',
    find: "if (rest !== null && rest !== '') yield ok([rest]);",
    replace: '',
    about: 'the last line of a file without a line feed at its end is not imported',
    tests: ['src/main/journal/transfer/transfer.test.ts'],
  },
  {
    file: 'src/main/platform/files/transfer-files.ts',
    find: 'if (!part.ok) throw new FailedPartError(part);',
    replace: 'if (!part.ok) continue;',
    about: 'an export without the posts that could not be read counts as complete',
  },
  {
    file: 'src/main/journal/store/journal-store.ts',
    find: 'transact(database, () => posts.forEach((post) => write(post, options)));',
    replace: 'posts.forEach((post) => write(post, options));',
    about: 'of several posts that are saved together some are saved alone when the disk is full',
    tests: [
      'src/main/journal/store/journal-store.test.ts',
      'src/main/journal/store/journal-recovery.test.ts',
      'src/main/platform/database/real-disk.test.ts',
    ],
  },
  {
    file: 'src/main/journal/store/journal-store.ts',
    find: 'write(post, { withText: true, staged: true });',
    replace: 'write(post, { withText: true, staged: false });',
    about: 'the posts of an import are in the journal before all of them are there',
    tests: ['src/main/journal/store/journal-store.test.ts'],
  },
  {
    file: 'src/main/journal/importer.ts',
    find: 'const cleared = await discardStaged();',
    replace: 'const cleared: Result<null> = ok(null);',
    about: 'an import brings the posts of an earlier one that failed',
    tests: ['src/main/journal/importer.test.ts'],
  },
  {
    file: 'src/main/journal/buffered-post-store.ts',
    find: "const whole = posts.some(({ id }) => unsaved.has(id)) ? 'person' : origin;",
    replace: 'const whole = origin;',
    about: 'the text of an unsaved post is not written when the disk takes its new state',
    tests: ['src/main/journal/buffered-post-store.test.ts', 'src/main/journal/journal.test.ts'],
  },
  {
    file: 'src/main/platform/database/database.ts',
    find: 'backedUp !== null && version > 0 && version < migrations.length)',
    replace: 'backedUp !== null && version > 0 && version < migrations.length - 1)',
    about: 'no backup is made before the last upgrade of the database',
    tests: [
      'src/main/platform/database/database.test.ts',
      'src/main/platform/database/backups.test.ts',
    ],
  },
  {
    file: 'src/main/platform/database/backups.ts',
    find: 'if (!(await isSoundElsewhere(draft)))',
    replace: 'if (!isSoundElsewhere(draft))',
    about: 'a damaged database is kept as a good backup (a dropped await)',
    tests: ['src/main/platform/database/database.test.ts'],
  },

  // Settings, keys and the person’s own data.
  {
    file: 'src/main/settings/store/own-data.ts',
    find: 'if (files.some((own) => isOwn(own, name, file))) remove(file);',
    replace: 'if (!isFolder(file)) remove(file);',
    about: 'removes the person’s own files from the folder of pictures',
  },
  {
    file: 'src/shared/settings/settings.ts',
    find: 'keepMiB: z.int().min(64)',
    replace: 'keepMiB: z.int().min(0)',
    about: 'no room at all may be set for the pictures',
  },
  {
    file: 'src/main/settings/api-key.ts',
    find: 'return origin === service;',
    replace: 'return URL.parse(origin)?.hostname === URL.parse(service)?.hostname;',
    about: 'the API key goes out over http, and to other ports of its service',
    tests: ['src/main/settings/api-key.test.ts'],
  },

  // What comes from outside.
  {
    file: 'src/main/platform/ipc/receiver.ts',
    find: 'sender !== null && sender.parent === null && isTrusted(sender.url)',
    replace: 'sender !== null && isTrusted(sender.url)',
    about: 'a frame inside of the page may give commands',
  },
  {
    file: 'src/main/platform/ipc/receiver.ts',
    find: 'await handler(parsed.value, page)',
    replace: 'await handler(input, page)',
    about: 'commands get what the page sent instead of what was parsed',
    tests: ['src/main/platform/ipc/receiver.test.ts', 'src/main/platform/ipc/hostile.test.ts'],
  },
  {
    file: 'src/main/platform/log/log.ts',
    find: '[secret, encodeURIComponent(secret)]',
    replace: '[secret]',
    about: 'a key in the form that addresses have stays in the log',
    tests: ['src/main/platform/log/text.test.ts', 'src/main/platform/log/log.test.ts'],
  },
  {
    file: 'src/main/platform/http/http.ts',
    find: 'const admission = request.admit(url);',
    replace: 'const admission = request.admit(request.url);',
    about: 'the addresses behind redirects are not judged',
    tests: ['src/main/picture/download/download.test.ts'],
  },
  {
    file: 'src/main/platform/windows/link-hosts.ts',
    find: 'host.endsWith(`.${domain}`)',
    replace: 'host.endsWith(domain)',
    about: 'links to evil-nasa.gov are opened',
  },
  {
    file: 'src/main/updates/rules.ts',
    find: 'seen !== null && compareVersions(seen.version, current) > 0 ? seen.version : current;',
    replace: 'current;',
    about: 'an update lower than one that was seen before is offered',
    tests: ['src/main/updates/rules.test.ts', 'src/main/updates/install/tampering.test.ts'],
  },
  {
    file: 'src/main/updates/feed-client.ts',
    find: "hash.digest('base64') === sha512 ?",
    replace: 'bytes === size ?',
    about: 'a downloaded package with another hash is accepted',
    tests: ['src/main/updates/install/install.test.ts'],
  },
  {
    file: 'src/main/updates/install/install.ts',
    find: 'if (sha512Of(ready.path) !== ready.sha512) throw',
    replace: "if (ready.path === '') throw",
    about: 'an installer that was changed after the download is started',
  },
  {
    file: 'src/main/platform/process/own-program.ts',
    find: 'mount.length > 1 && execPath.startsWith(`${mount}/`)',
    replace: 'mount.length > 1',
    about: 'replaces the AppImage of another program that started the app',
    tests: [
      'src/main/updates/install/installation.test.ts',
      'src/main/platform/process/own-program.test.ts',
    ],
  },

  // What the person sees.
  {
    file: 'src/main/notifications/rules.ts',
    find: 'if (inQuietHours(state, now)) return [];',
    replace: '',
    about: 'notices come in quiet hours',
  },
  {
    file: 'src/main/tray/menu.ts',
    find: "{ kind: 'check' }, pausedAt(state, now) === null)",
    replace: "{ kind: 'check' }, state.suspension.paused === null)",
    about: '‘Check now’ stays off when the pause is over',
  },
  {
    file: 'src/shared/status/status.ts',
    find: 'planned.sort((a, b) => a.at - b.at)',
    replace: 'planned.sort((a, b) => b.at - a.at)',
    about: 'the status names the last request instead of the next',
  },
  {
    file: 'src/main/app/command-line/arguments.ts',
    find: "value === null && next?.kind === 'positional'",
    replace: "next?.kind === 'positional'",
    about: '--set-wallpaper=DATE takes the argument after it for its date',
  },
  {
    file: 'src/main/platform/windows/bounds.ts',
    find: 'seen.width >= Math.min(grip.width, window.width)',
    replace: 'seen.width > 0',
    about: 'a window may open nearly outside of every display',
  },

  // The embedded services.
  {
    file: 'src/embedded/scenarios/board.ts',
    find: 'if (active.left !== null) active.left += 1;',
    replace: '',
    about: 'requests that a scenario does not change use it up',
  },
];
