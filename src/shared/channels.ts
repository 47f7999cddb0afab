import type { Contract } from './contract.ts';

type Directions = {
  readonly [G in keyof Contract]: {
    readonly [N in keyof Contract[G]]: Contract[G][N] extends { readonly direction: infer D }
      ? D
      : never;
  };
};

/**
 * The channels of the contract and their directions, without schemas, so that the preload contains no parser. The type
 * ensures that no channel is missing or extra.
 */
export const directions = {
  state: { snapshot: 'command', changed: 'broadcast' },
  picture: {
    check: 'command',
    setWallpaper: 'command',
    preview: 'command',
    decide: 'command',
    countHidden: 'command',
    restoreWallpaper: 'command',
    day: 'command',
    openPage: 'command',
    openLink: 'command',
    save: 'command',
  },
  archive: { page: 'command', month: 'command', days: 'command', thumbnails: 'command' },
  station: {
    watch: 'command',
    setObserver: 'command',
    ledger: 'command',
    history: 'command',
    sky: 'command',
    exportLedger: 'command',
    exportCalendar: 'command',
    keepCalendar: 'command',
  },
  journal: {
    page: 'command',
    get: 'command',
    create: 'command',
    write: 'command',
    revert: 'command',
    delete: 'command',
    restore: 'command',
    retry: 'command',
    publish: 'command',
    pause: 'command',
    export: 'command',
    import: 'command',
  },
  settings: {
    change: 'command',
    setApiKey: 'command',
    test: 'command',
    export: 'command',
    reset: 'command',
    removeData: 'command',
  },
  app: {
    check: 'command',
    pause: 'command',
    log: 'command',
    copyText: 'command',
    facts: 'command',
    openCredit: 'command',
  },
  updates: { check: 'command', download: 'command', onQuit: 'command', install: 'command' },
  window: { shown: 'broadcast', open: 'command', hideGlance: 'command' },
} as const satisfies Directions;

/** The name of a channel on the wire. */
export const channelName = (group: string, name: string): string => `overhead:${group}.${name}`;
