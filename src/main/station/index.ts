/** Functions of the station for other features. */
export { isInQuietHours } from './sky/pass-alerts.ts';
