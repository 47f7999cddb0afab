// A utility process of the probe: prints its arguments, then exits or waits.
import process from 'node:process';

const [mode = ''] = process.argv.slice(2);
process.stdout.write(`${mode}\n`);
if (mode === 'crash') process.exit(7);
else setInterval(() => undefined, 1000);
