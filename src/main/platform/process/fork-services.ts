import { utilityProcess } from 'electron';
import { withoutSecrets } from './own-program.ts';

/**
 * Starts the three embedded services in a separate process.
 *
 * @param program the path of the services' built file
 */
export function forkServices(program: string): Electron.UtilityProcess {
  // With this scenario the service has a picture every day, and no videos.
  const scenarioArguments = ['--scenario', 'picture=image'];
  return utilityProcess.fork(program, scenarioArguments, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: withoutSecrets(process.env),
  });
}
