import type { Around, Row } from '../support/benchmark.ts';
import { inBareField, openApp, type Kind, type Typing } from './typing.ts';

const lengths = [10_000, 100_000, 1_000_000];
const kinds: readonly Kind[] = ['lines', 'one line'];

const words = ({ paste, key, work }: Typing): string =>
  `pasted in ${paste.toFixed(0)} ms, a key ${key.toFixed(1)} ms (${work.toFixed(1)} ms of work)`;

/** A long text pasted into the app, and typing behind it; beside it a field on an empty page. */
export async function typingRows({ signal, log }: Around): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const app = await openApp(signal);
  try {
    for (const kind of kinds) {
      for (const length of lengths) {
        signal.throwIfAborted();
        log(`${length} characters, ${kind}`);
        const bare = await inBareField(kind, length);
        const ours = await app.inApp(kind, length);
        rows.push({
          measure: `${length.toLocaleString('en')} characters, ${kind}`,
          ours: words(ours),
          control: `bare field: ${words(bare)}`,
          ratio: (ours.key / bare.key).toFixed(2),
        });
      }
    }
  } finally {
    await app.close();
  }
  return rows;
}
