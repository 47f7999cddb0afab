/** A record of the steps of a test: what each of them returned, threw and caused, as lines of text. */
export interface Transcript {
  readonly lines: string[];
  /** The value as JSON, without the parts that differ between runs. */
  readonly shown: (value: unknown) => string;
  /** Carries out a step. Adds its name, then the lines that it adds itself, then its result. */
  readonly step: <T>(name: string, act: () => T | Promise<T>) => Promise<void>;
  readonly text: () => string;
}

/**
 * @param neutral replaces what differs between runs, such as paths
 * @param simplify replaces a part of a value by its short form
 */
export function createTranscript(
  neutral: (text: string) => string,
  simplify = (value: unknown): unknown => value,
): Transcript {
  const lines: string[] = [];
  const shown = (value: unknown): string =>
    neutral(
      JSON.stringify([value], (_key, part: unknown) =>
        typeof part === 'function' ? 'a function' : simplify(part),
      ).slice(1, -1),
    );
  return {
    lines,
    shown,
    async step(name, act) {
      lines.push(name);
      try {
        const value = await act();
        if (value !== undefined) lines.push(`  returns ${shown(value)}`);
      } catch (error) {
        const [message = '', cause = ''] = String(error).split('\n');
        const { code, errno, url } = error as Record<string, unknown>;
        const members = shown({ code, errno, url });
        lines.push(
          `  throws ${neutral(`${message} ${cause}`.trim())} ${members}`.replace(/ \{\}$/, ''),
        );
      }
    },
    text: () => `${lines.join('\n')}\n`,
  };
}
