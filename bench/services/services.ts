import type { Processes, Program, RunningServer } from './processes.ts';

/** The environment of each part of this benchmark. */
export interface BenchContext {
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
  readonly processes: Processes;
  /** The program that runs the services as users run them. */
  readonly program: Program;
  readonly isQuick: boolean;
}

interface ServicesRunning extends RunningServer {
  readonly posts_url: string;
  readonly iss_url: string;
  readonly apod_url: string;
}

/** An API key whose quota is large enough for a benchmark. */
export const benchApiKey = 'bench';

export async function startServices({
  processes,
  program: { args, ...program },
}: Pick<BenchContext, 'processes' | 'program'>): Promise<ServicesRunning> {
  const keyArgs = ['--key', benchApiKey, '--key-limit', '1000000000'];
  const running = await processes.start({ ...program, args: [...args, ...keyArgs] });
  const urls = JSON.parse(running.line) as Omit<ServicesRunning, keyof RunningServer>;
  return { ...running, ...urls };
}

export const postJson = JSON.stringify({
  title: 'A bright pass in the west',
  body: 'It rose over the roofs at nine and went into the shadow of the earth near Vega.',
  userId: 7,
});
