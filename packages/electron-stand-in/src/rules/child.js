// Runs as a utility process of the program: prints the given code and exits with it, or keeps running.
import process from 'node:process';
import { setInterval } from 'node:timers';

const [, , code] = process.argv;
if (code === undefined) setInterval(() => undefined, 1000);
else process.stdout.write(`${code}\n`, () => process.exit(Number(code)));
