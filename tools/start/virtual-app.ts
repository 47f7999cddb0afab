import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { runFolder } from '../setup/paths.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The folder with a note for each process that runs the app on a virtual desktop. A note has the variables of the app
 * that differ from the environment of the process.
 */
const notesFolder = join(runFolder, 'virtual-desktops');

const noteSchema = z.object({
  pid: z.int().positive(),
  startedAt: z.number(),
  env: z.record(z.string(), z.string()),
});
type Note = z.infer<typeof noteSchema>;

/**
 * Records that this process runs the app on a virtual desktop. The app's data are in the home folder of that desktop,
 * so `npm start -- -- --status` in another terminal needs the variables of the desktop to find the app. Returns a
 * function that removes the record.
 */
export function noteVirtualApp(
  env: Environment,
  folder = notesFolder,
  pid = process.pid,
): () => void {
  const own = Object.entries(env).filter(([name, value]) => value !== process.env[name]);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${pid}.json`);
  const note = { pid, startedAt: Date.now(), env: Object.fromEntries(own) };
  writeFileSync(path, JSON.stringify(note));
  return () => rmSync(path, { force: true });
}

/**
 * The environment in which the app of this checkout runs: the environment of its virtual desktop if it runs on one. If
 * the app runs on several, the environment of the first.
 */
export function environmentOfApp(folder = notesFolder): Environment {
  const [first] = readNotes(folder).toSorted((a, b) => a.startedAt - b.startedAt);
  return first === undefined ? process.env : { ...process.env, ...first.env };
}

/** The notes of processes that are still running. */
function readNotes(folder: string): Note[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    try {
      const note = noteSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      // Throws when the process of the note has ended.
      process.kill(note.pid, 0);
      return [note];
    } catch {
      return [];
    }
  });
}
