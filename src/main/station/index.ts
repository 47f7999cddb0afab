/** What other features may use of the station. */
export { isQuiet, isSamePass } from './sky/pass-alerts.ts';
