import type { Destination } from '#shared/app.ts';
import type { WallpaperDecision } from '#shared/wallpaper/selection.ts';

/** The settings that switch off notices. */
export type NoticeSetting = 'notifications.newPicture' | 'station.alerts.enabled';

/** A command that runs when the user clicks a notification or one of its buttons. */
export type NoticeCommand =
  | { readonly kind: 'open'; readonly view: Destination }
  /** The day of the picture; null: today’s. */
  | { readonly kind: 'set-wallpaper'; readonly date: string | null }
  | { readonly kind: 'decide'; readonly decision: WallpaperDecision }
  /** Switches off the notices of a kind, as their switch in the settings does. */
  | { readonly kind: 'silence'; readonly setting: NoticeSetting };

/** A notification, in plain text. */
export interface Notice {
  /** Identifies the event. The announcer shows no notice whose key is stored as shown. */
  readonly key: string;
  /** A notice replaces the visible notice of the same kind, but not the notice of another pass. */
  readonly kind: 'picture' | 'pass' | 'transit' | 'burn' | 'problem' | 'summary' | 'hint';
  readonly title: string;
  readonly body: string;
  /** The name of the thumbnail to show, in the folder of thumbnails; it may be missing. */
  readonly thumbnail?: string;
  /** For the list in a summary: title and body as one short sentence. */
  readonly short: string;
  /** The command that runs when the user clicks the notification itself. */
  readonly click: NoticeCommand;
  /**
   * The buttons, on desktops that show buttons. They do not repeat the command in `click`, which some desktops show as
   * a button too.
   */
  readonly actions: readonly Readonly<{ label: string; command: NoticeCommand }>[];
  /** The time at which the notice is withdrawn, in milliseconds since the Unix epoch; null: never. */
  readonly until: number | null;
}
