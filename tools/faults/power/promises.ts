/** A line that a recorded process writes into its trace: the process begins a change, or has confirmed one. */
export type TraceMark =
  /** `try`: the post may have this version after this line. `saved`: the post has this version or a later one. */
  | { readonly mark: 'try' | 'saved'; readonly id: string; readonly version: string }
  /** The posts of an import. All of them appear, or none. */
  | { readonly mark: 'import' | 'imported'; readonly ids: readonly string[] }
  | { readonly mark: 'set' | 'settings'; readonly value: number }
  | { readonly mark: 'set-key' | 'key'; readonly value: string | null }
  /**
   * The wallpapers after this line: the settings of the desktop (`held`), the hashes of the files that they name
   * (`sums`), and the user's own wallpapers (`own`).
   */
  | {
      readonly mark: 'desktop';
      readonly held: Readonly<Record<string, string>>;
      readonly sums: Readonly<Record<string, string>>;
      readonly own: Readonly<Record<string, string>>;
    }
  /** A backup is complete. It contains these versions of posts. */
  | { readonly mark: 'backup'; readonly posts: Readonly<Record<string, string>> }
  /** An exported file is complete. `path` is its path below the root. */
  | { readonly mark: 'export'; readonly path: string; readonly sum: string }
  /** The database cannot be used. It may be set aside, and its newest backup contains the posts saved so far. */
  | { readonly mark: 'damaged' };

type Desktop = Extract<TraceMark, { mark: 'desktop' }>;

/** The values that may be found: the last confirmed value, and the values tried after it. */
export interface AllowedValues<T> {
  readonly allowed: readonly T[];
  /** Whether a value was confirmed. If not, the value may be missing. */
  readonly isConfirmed: boolean;
}

/**
 * The promises up to one moment of a recording: the data that the app has confirmed as saved, which no power cut may
 * lose.
 */
export class ConfirmedPromises {
  readonly posts = new Map<string, AllowedValues<string>>();
  readonly imports = new Map<string, { readonly ids: readonly string[]; isConfirmed: boolean }>();
  settings: AllowedValues<number> = { allowed: [], isConfirmed: false };
  key: AllowedValues<string | null> = { allowed: [null], isConfirmed: true };
  /**
   * The current wallpaper of the desktop, and the previous one: the desktop's settings file may be older than the app's
   * record.
   */
  desktops: readonly Desktop[] = [];
  backup: Readonly<Record<string, string>> | null = null;
  readonly exports = new Map<string, string>();
  isDamaged = false;

  add(mark: TraceMark): void {
    switch (mark.mark) {
      case 'try':
        this.posts.set(mark.id, spanAfterTry(this.posts.get(mark.id), mark.version));
        return;
      case 'saved':
        this.posts.set(mark.id, confirmedSpan(mark.version));
        return;
      case 'import':
      case 'imported':
        this.imports.set(mark.ids.join(), { ids: mark.ids, isConfirmed: mark.mark === 'imported' });
        return;
      case 'set':
        this.settings = spanAfterTry(this.settings, mark.value);
        return;
      case 'settings':
        this.settings = confirmedSpan(mark.value);
        return;
      case 'set-key':
        this.key = spanAfterTry(this.key, mark.value);
        return;
      case 'key':
        this.key = confirmedSpan(mark.value);
        return;
      case 'desktop':
        // After this line, the user's own choice is the wallpaper to restore.
        this.desktops = [mark, ...this.desktops]
          .filter(({ own }) => JSON.stringify(own) === JSON.stringify(mark.own))
          .slice(0, 2);
        return;
      case 'backup':
        this.backup = mark.posts;
        return;
      case 'export':
        this.exports.set(mark.path, mark.sum);
        return;
      case 'damaged':
        this.isDamaged = true;
    }
  }
}

const spanAfterTry = <T>(before: AllowedValues<T> | undefined, value: T): AllowedValues<T> => ({
  allowed: [...(before?.allowed ?? []), value],
  isConfirmed: before?.isConfirmed ?? false,
});

const confirmedSpan = <T>(value: T): AllowedValues<T> => ({ allowed: [value], isConfirmed: true });
