import type { LoadTool } from './load.ts';
import type { Processes, Program, Running } from './processes.ts';

/** What every part of this benchmark has to do with. */
export interface Bench {
  readonly scratch: string;
  readonly log: (line: string) => void;
  readonly tool: LoadTool;
  readonly processes: Processes;
  /** The services, as people run them. */
  readonly program: Program;
  readonly isQuick: boolean;
}

interface ServicesRunning extends Running {
  readonly posts_url: string;
  readonly iss_url: string;
  readonly apod_url: string;
}

/** The key that has quota enough for a benchmark. */
export const key = 'bench';

export async function startServices({
  processes,
  program: { args, ...program },
}: Pick<Bench, 'processes' | 'program'>): Promise<ServicesRunning> {
  const given = ['--key', key, '--key-limit', '1000000000'];
  const running = await processes.start({ ...program, args: [...args, ...given] });
  const urls = JSON.parse(running.line) as Omit<ServicesRunning, keyof Running>;
  return { ...running, ...urls };
}

export const post = JSON.stringify({
  title: 'A bright pass in the west',
  body: 'It rose over the roofs at nine and went into the shadow of the earth near Vega.',
  userId: 7,
});
