// Runs as a utility process of the program: exits with the given code, or keeps running.
import process from 'node:process';
import { setInterval } from 'node:timers';

const [, , code] = process.argv;
if (code === undefined) setInterval(() => undefined, 1000);
else process.exit(Number(code));
