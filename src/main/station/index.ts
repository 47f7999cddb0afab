/** Functions of the station for other features. */
export { isQuiet, isSamePass } from './sky/pass-alerts.ts';
