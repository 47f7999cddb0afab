import { spawn } from 'node:child_process';
import process from 'node:process';

/**
 * Says a line whenever the X server's displays change, or the window manager's work area; both programs tell by
 * themselves, nothing is asked again and again. The end of its input, which comes however this process ends, ends it.
 */
const script = `
xev -root -event randr & a=$!
xprop -root -spy _NET_WORKAREA & b=$!
trap 'kill $a $b 2>/dev/null' EXIT
read -r _
`;

/** Calls `onChange` after each change until this process ends. Without an X server, never. */
export function listenForChanges(onChange: () => void): void {
  if ((process.env['DISPLAY'] ?? '') === '') return;
  const child = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.stdout.on('data', onChange);
  // It must not keep the app alive.
  child.unref();
  for (const stream of [child.stdin, child.stdout])
    (stream as unknown as { unref(): void }).unref();
}
