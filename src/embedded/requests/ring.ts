import type { RequestEntry, ServiceName } from './log.ts';

/** Entries that are kept. */
const kept = 1_000;
/** Characters of a body that are kept, and the most bytes that they take. */
const shown = 1_024;
const slotBytes = shown * 3;

const services: readonly ServiceName[] = ['posts', 'position', 'picture'];

/** The last 1,000 entries, oldest first, as they were when they were opened or settled last. */
export interface Ring {
  readonly open: (entry: RequestEntry) => void;
  readonly settle: (entry: RequestEntry) => void;
  readonly entries: () => RequestEntry[];
}

/**
 * A table of columns: the entry with number n is row n % kept. Objects that live for a thousand requests would all
 * move to the old generation of the heap, which then grows by 20 MB under load. Rows are written over in place.
 */
export function createRing(): Ring {
  const numbers = new Float64Array(kept);
  const times = new Float64Array(kept);
  const service = new Uint8Array(kept);
  const statuses = new Uint16Array(kept);
  const methods = new Array<string>(kept).fill('');
  const targets = new Array<string>(kept).fill('');
  const scenarios = new Array<readonly string[]>(kept).fill([]);
  // Only what is written to takes memory.
  const bodies = Buffer.allocUnsafeSlow(kept * slotBytes);
  const bodyBytes = new Int16Array(kept).fill(-1);
  /** The text of the row before, where it says the same: most requests are like the last. */
  let [method, target] = ['', ''];

  const entryAt = (row: number): RequestEntry => {
    const bytes = bodyBytes[row] ?? -1;
    const start = row * slotBytes;
    return {
      number: numbers[row] ?? 0,
      at: times[row] ?? 0,
      service: services[service[row] ?? 0] ?? 'posts',
      method: methods[row] ?? '',
      target: targets[row] ?? '',
      status: statuses[row] === 0 ? null : (statuses[row] ?? null),
      scenarios: scenarios[row] ?? [],
      ...(bytes < 0 ? {} : { body: bodies.toString('utf8', start, start + bytes) }),
    };
  };

  return {
    open: (entry) => {
      const row = entry.number % kept;
      if (entry.method !== method) ({ method } = entry);
      if (entry.target !== target) ({ target } = entry);
      numbers[row] = entry.number;
      times[row] = entry.at;
      service[row] = services.indexOf(entry.service);
      statuses[row] = 0;
      methods[row] = method;
      targets[row] = target;
      scenarios[row] = entry.scenarios;
      bodyBytes[row] = -1;
    },
    settle: ({ number, status, scenarios: named, body }) => {
      const row = number % kept;
      // It took so long that a thousand others came after it.
      if (numbers[row] !== number) return;
      statuses[row] = status ?? 0;
      scenarios[row] = named;
      if (body === undefined) return;
      const text = body.length > shown ? body.slice(0, shown) : body;
      bodyBytes[row] = bodies.write(text, row * slotBytes, slotBytes, 'utf8');
    },
    entries: () =>
      Array.from(numbers.keys())
        .filter((row) => (numbers[row] ?? 0) > 0)
        .map(entryAt)
        .sort((a, b) => a.number - b.number),
  };
}
