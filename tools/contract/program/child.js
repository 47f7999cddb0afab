// Runs as a utility process of the program: ends with the code it is given, or stays.
import process from 'node:process';
import { setInterval } from 'node:timers';

const [, , code] = process.argv;
if (code === undefined) setInterval(() => undefined, 1000);
else process.exit(Number(code));
