export { clockTime } from '../../../shared/time-words.ts';
