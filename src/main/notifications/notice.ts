import type { View } from '#shared/app.ts';
import type { WallpaperDecision } from '#shared/wallpaper/selection.ts';

/** What a click on a notification, or on one of its buttons, asks of the app. */
export type NoticeCommand =
  | { readonly kind: 'open'; readonly view: View }
  /** The day of the picture; null: today’s. */
  | { readonly kind: 'set-wallpaper'; readonly date: string | null }
  | { readonly kind: 'decide'; readonly decision: WallpaperDecision };

export interface NoticeAction {
  readonly label: string;
  readonly command: NoticeCommand;
}

/** A notification, in plain text. */
export interface Notice {
  /** The event: nothing is shown twice for the same key. */
  readonly key: string;
  /** One of a kind takes the place of the one before. */
  readonly kind: 'picture' | 'pass' | 'trouble' | 'summary';
  readonly title: string;
  readonly body: string;
  /** Title and body in one short sentence, for a summary. */
  readonly short: string;
  /** What a click on it does. */
  readonly click: NoticeCommand;
  /**
   * Buttons for what the click does not do, where the desktop has them. Some desktops offer the click itself as one:
   * another that does the same makes a riddle of both.
   */
  readonly actions: readonly NoticeAction[];
  /** When it is stale, milliseconds since the Unix epoch; null: never. */
  readonly until: number | null;
}

/** Which notices were shown, over restarts. */
export interface NoticeMemory {
  shown(): ReadonlySet<string>;
  remember(key: string): void;
  /** What it was about is over: when it happens again, it is told again. */
  forget(key: string): void;
}
