import { utilityProcess } from 'electron';
import { withoutSecrets } from './own-program.ts';

/** Starts the three services in a process of their own. @param program their built file */
export function forkServices(program: string): Electron.UtilityProcess {
  // Simulated services have a picture every day, and no videos.
  const simulated = ['--scenario', 'picture=image'];
  return utilityProcess.fork(program, simulated, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: withoutSecrets(process.env),
  });
}
