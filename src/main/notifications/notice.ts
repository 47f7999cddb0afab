import type { Destination } from '#shared/app.ts';
import type { WallpaperDecision } from '#shared/wallpaper/selection.ts';

/** What a click on a notification, or on one of its buttons, asks of the app. */
export type NoticeCommand =
  | { readonly kind: 'open'; readonly view: Destination }
  /** The day of the picture; null: today’s. */
  | { readonly kind: 'set-wallpaper'; readonly date: string | null }
  | { readonly kind: 'decide'; readonly decision: WallpaperDecision };

interface NoticeAction {
  readonly label: string;
  readonly command: NoticeCommand;
}

/** A notification, in plain text. */
export interface Notice {
  /** Identifies the event: no two notices with the same key are shown. */
  readonly key: string;
  /** A notice replaces the one of the same kind. */
  readonly kind: 'picture' | 'pass' | 'burn' | 'problem' | 'summary' | 'hint';
  readonly title: string;
  readonly body: string;
  /** Title and body in one short sentence, for a summary. */
  readonly short: string;
  /** What a click on it does. */
  readonly click: NoticeCommand;
  /**
   * Buttons, where the desktop has them, for what the click does not do: some desktops show the click as a button.
   */
  readonly actions: readonly NoticeAction[];
  /** When it is stale, milliseconds since the Unix epoch; null: never. */
  readonly until: number | null;
}

/** The keys of the notices that were shown. Persisted across restarts. */
export interface NoticeStore {
  shown(): ReadonlySet<string>;
  remember(key: string): void;
  /** The event is over: the next one with this key is shown again. */
  forget(key: string): void;
}
