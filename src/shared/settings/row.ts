type Words = () => string;

/** A span of each day, in minutes since midnight in the user's time zone; across midnight if `from` is later than `to`. */
export interface DaySpan {
  readonly from: number;
  readonly to: number;
}

/** The effects of a changed setting, in the order in which they are applied. `services`: depends on the services in use. */
export const settingEffects = [
  'theme',
  'language',
  'loginItem',
  'station',
  'desktop',
  'ask',
  'services',
] as const;
export type SettingEffect = (typeof settingEffects)[number];

/** What all rows have. */
interface RowFacts {
  /** The effect, if it is not that of the group. */
  readonly effect?: SettingEffect | null;
  readonly label: Words;
  readonly hint?: Words;
  /** Synonyms for the search. */
  readonly search?: Words;
  /** The row is shown only if one of these settings has one of the values. */
  readonly when?: Readonly<Record<string, readonly unknown[]>>;
  /** Whether an administrator can set the value. */
  readonly managed?: true;
}

interface SwitchRow extends RowFacts {
  readonly kind: 'switch';
  readonly default: boolean;
  /** Whether the value may be null, which the view shows as off. */
  readonly nullable?: Words;
}

interface ChoiceRow extends RowFacts {
  readonly kind: 'choice';
  readonly default: string | null;
  readonly choices: readonly (readonly [value: string, words: Words])[];
  /** The words of the value null. */
  readonly nullable?: Words;
}

interface NumberRow extends RowFacts {
  readonly kind: 'number';
  readonly default: number;
  readonly least: number;
  readonly most: number;
  readonly whole?: true;
  /** Null: the number is not in reports. */
  readonly reported?: null;
  /** The value in words, with its unit. */
  readonly words: (value: number) => string;
  /** The unit beside the field. */
  readonly unit?: (value: number) => string;
  /** The numbers of a list in place of a field. */
  readonly options?: readonly number[];
  /** Conversions to and from the field, and the range of the field. */
  readonly field?: {
    readonly show: (value: number) => number;
    readonly read: (shown: number) => number;
    readonly least: number;
    readonly most: number;
  };
}

/** A span of each day, with the two ends in rows of their own; null: off. */
interface SpanRow extends RowFacts {
  readonly kind: 'span';
  readonly default: DaySpan | null;
  /** The value that is set when the user switches the row on. */
  readonly first: DaySpan;
  readonly from: Words;
  readonly to: Words;
}

/** A colour `#rrggbb`. */
interface ColourRow extends RowFacts {
  readonly kind: 'colour';
  readonly default: string;
}

/** A list of words, none of them longer than `length` characters. */
interface ListRow extends RowFacts {
  readonly kind: 'list';
  readonly default: readonly string[];
  readonly most: number;
  readonly length: number;
}

/** A value with a schema and, if it is in the Settings view, a component of its own. */
interface OwnRow extends RowFacts {
  readonly kind: 'own';
  readonly default: unknown;
  readonly words?: (value: never) => string;
  /** The value in a report of a problem; null: it is not in reports. */
  readonly reported: ((value: never) => unknown) | null;
}

/** A setting: its key in the table is the path in settings.json. */
export type SettingRow = SwitchRow | ChoiceRow | NumberRow | SpanRow | ColourRow | ListRow | OwnRow;

/** The type of the value of a row. */
export type ValueOf<R> =
  | (R extends { readonly kind: 'switch' }
      ? boolean
      : R extends { readonly choices: readonly (readonly [infer V, Words])[] }
        ? V
        : R extends { readonly kind: 'number' }
          ? number
          : R extends { readonly kind: 'span' }
            ? DaySpan | null
            : R extends { readonly kind: 'colour' }
              ? string
              : R extends { readonly kind: 'list' }
                ? readonly string[]
                : R extends { readonly default: infer V }
                  ? V
                  : never)
  | (R extends { readonly nullable: Words } ? null : never);

type Head<K> = K extends `${infer H}.${string}` ? H : K;
type Tail<K, H extends string> = K extends `${H}.${infer T}` ? T : never;

/** The object whose paths are the keys of `T`. */
export type Nested<T> = {
  [H in Head<keyof T> & string]: H extends keyof T
    ? T[H]
    : Nested<{ [K in keyof T as Tail<K, H>]: T[K] }>;
};

/** The value at a path of an object. */
export type ValueAt<T, P extends string> = P extends `${infer H}.${infer R}`
  ? H extends keyof T
    ? ValueAt<T[H], R>
    : never
  : P extends keyof T
    ? T[P]
    : never;
