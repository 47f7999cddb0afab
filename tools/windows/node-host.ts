/**
 * `node.exe node-host.ts PORT`, in Wine: runs programs in workers of one Node, because each start of Node in Wine takes
 * seconds of processor time. Reads lines from the local port: the path of a program and its arguments, as a JSON array.
 * Answers each with the first line that the program prints, or with an empty line if it prints none, and ends the worker.
 */
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';

async function firstLineOf(file: string, argv: readonly string[]): Promise<string> {
  const worker = new Worker(file, { argv: [...argv], stdout: true });
  try {
    for await (const line of createInterface(worker.stdout)) return line;
    return '';
  } finally {
    await worker.terminate();
  }
}

const socket = connect(Number(process.argv[2]), '127.0.0.1');
for await (const line of createInterface(socket)) {
  const [file = '', ...argv] = JSON.parse(line) as readonly string[];
  socket.write(`${await firstLineOf(file, argv)}\n`);
}
