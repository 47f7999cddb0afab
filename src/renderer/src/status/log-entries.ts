/** One message of the log. */
interface LogEntry {
  readonly line: string;
  /** Further lines, such as the stack of an error. */
  readonly details: readonly string[];
}

/** Groups the lines of the log into messages: the log indents all but the first line of a message. */
export function logEntriesOf(lines: readonly string[]): LogEntry[] {
  const entries: { line: string; details: string[] }[] = [];
  for (const line of lines) {
    const lastEntry = entries.at(-1);
    if (lastEntry !== undefined && /^\s/.test(line)) lastEntry.details.push(line);
    else entries.push({ line, details: [] });
  }
  return entries;
}
