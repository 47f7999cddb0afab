import type { Benchmark } from '../support/benchmark.ts';
import { servicesProgram } from './command.ts';
import { connections } from './load.ts';
import { createProcesses } from './processes.ts';
import { memoryRows } from './memory.ts';
import { readyRow } from './ready.ts';
import { speedRows } from './speed.ts';

export const benchmark: Benchmark = {
  summary: 'The embedded services as a process: speed beside bare node:http, memory, start.',
  words: ['--quick'],
  async run({ signal, log, args }) {
    const isQuick = args.includes('--quick');
    const processes = createProcesses(signal);
    try {
      const program = await servicesProgram(processes);
      const words = isQuick ? ', quick: good for a first look only' : '';
      log(`${connections} connections, node ${program.args.join(' ')}${words}`);
      const bench = { log, signal, processes, program, isQuick };
      const ready = await readyRow(bench);
      return [ready, ...(await speedRows(bench)), ...(await memoryRows(bench))];
    } finally {
      await processes.stopAll();
    }
  },
};
