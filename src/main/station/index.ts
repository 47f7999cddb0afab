/** Functions of the station for other features. */
export { isInQuietHours, isSamePass } from './sky/pass-alerts.ts';
