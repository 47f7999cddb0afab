import type { Handlers } from '#shared/contract.ts';

/** The worst that a page that was taken over can do with a command, from harmless to lasting. */
const effects = {
  read: 'read what the window shows, or keep the app busy within its limits',
  ask: 'make the app send requests sooner, within its waits and the limits of the services',
  redirect: 'send requests to other addresses, and read the words of their errors',
  undone: 'change what the user can change back',
  text: 'replace or publish texts; the daily backups keep the earlier ones',
  disk: 'fill the disk with pictures of its own; those of no post are removed after 30 days',
  outside: 'open a known page or a file of the app in another program, or replace the clipboard',
  dialog: 'show a file dialog; without a choice of the user nothing is read or written',
  restart: 'restart or quit the app, also to install a verified update',
  removal: 'show the question of main; without a yes of the user nothing is removed',
} as const;
type Effect = keyof typeof effects;

/** One row for each command of the contract. */
export const pageCommands: {
  readonly [G in keyof Handlers]: { readonly [N in keyof Handlers[G]]: Effect };
} = {
  state: { snapshot: 'read' },
  picture: {
    check: 'ask',
    day: 'ask',
    openPage: 'outside',
    openLink: 'outside',
    save: 'dialog',
  },
  wallpaper: {
    set: 'undone',
    preview: 'read',
    decide: 'undone',
    countHidden: 'read',
    restore: 'undone',
  },
  archive: { page: 'read', month: 'read', days: 'read', thumbnails: 'ask' },
  station: {
    watch: 'ask',
    ledger: 'read',
    history: 'read',
    sky: 'read',
    evening: 'read',
    starField: 'read',
    exportLedger: 'dialog',
    exportTransit: 'dialog',
    openPlace: 'outside',
    exportCalendar: 'dialog',
    openCalendar: 'outside',
    keepCalendar: 'dialog',
  },
  journal: {
    page: 'read',
    get: 'read',
    passes: 'read',
    create: 'text',
    write: 'text',
    revert: 'text',
    delete: 'text',
    restore: 'undone',
    retry: 'ask',
    addPhoto: 'disk',
    usePhoto: 'undone',
    openLink: 'outside',
    publish: 'text',
    pause: 'undone',
    export: 'dialog',
    import: 'dialog',
  },
  settings: {
    change: 'redirect',
    setApiKey: 'undone',
    test: 'redirect',
    export: 'dialog',
    readImport: 'dialog',
    reset: 'undone',
    terminalCommand: 'read',
    setTerminalCommand: 'undone',
    removeData: 'removal',
  },
  app: {
    check: 'ask',
    pause: 'undone',
    log: 'read',
    copyText: 'outside',
    facts: 'read',
    openCredit: 'outside',
  },
  report: { make: 'read', save: 'dialog' },
  updates: {
    check: 'ask',
    download: 'ask',
    openPage: 'outside',
    onQuit: 'undone',
    install: 'restart',
  },
  window: {
    open: 'undone',
    hideGlance: 'undone',
    views: 'read',
    rememberViews: 'undone',
  },
};

/** The commands by the worst that a page that was taken over can do with them. */
export function pageCommandTable(): string {
  const rows = Object.entries(effects).map(([effect, words]) => {
    const commands = Object.entries(pageCommands).flatMap(([group, entries]) =>
      Object.entries(entries)
        .filter(([, one]) => one === effect)
        .map(([name]) => `\`${group}.${name}\``),
    );
    return `| ${words} | ${commands.join(' ')} |`;
  });
  return ['| at worst | commands |', '|-|-|', ...rows].join('\n');
}
