// `npm run contract`: checks the rules of Electron's modules on Electron itself (or on the stand-in).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../setup/command.ts';
import { interruptionSignal } from '../setup/interruption.ts';
import { chooseRuntime, describeRuntime } from '../setup/runtime.ts';
import { openDisplay } from '../start/display.ts';
import { outcomeLines, runContract } from './run-program.ts';

const log = (line: string): void => void process.stderr.write(`${line}\n`);

await runCommand(
  {
    name: 'contract',
    usage: `Usage: npm run contract [-- OPTIONS]
Checks what this project has written down about Electron's modules, one line for each rule: “ok”, “differs”, or “skipped”
where this machine cannot show it. Ends with 1 if something differs.
  --electron     fail where Electron does not start, in place of using the stand-in
  --help         print this`,
    options: { electron: { type: 'boolean', default: false } },
  },
  async ({ values }) => {
    const signal = interruptionSignal();
    const runtime = await chooseRuntime({ log, signal, insist: values.electron });
    log(describeRuntime(runtime));
    const display = await openDisplay({ signal, log, needs: ['desktop', 'browser'] });
    const scratch = mkdtempSync(join(tmpdir(), 'overhead-contract-'));
    try {
      const { env, busAddress } = display;
      const outcomes = await runContract({ runtime, env, busAddress, scratch, signal });
      console.log(outcomeLines(outcomes).join('\n'));
      return outcomes.some(({ result }) => result === 'differs') ? 1 : 0;
    } finally {
      await display.stop();
      rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
    }
  },
);
