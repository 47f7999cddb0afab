/**
 * The control: a bare `node:http` server without a framework, which prints its address. `bare.ts echo` parses JSON and
 * returns it as a created post; `bare.ts constant N` returns N bytes of JSON.
 */
import { createServer, type RequestListener } from 'node:http';

const [answerKind, size = '0'] = process.argv.slice(2);

const echoBody: RequestListener = (incoming, outgoing) => {
  const pieces: Buffer[] = [];
  incoming.on('data', (piece: Buffer) => void pieces.push(piece));
  incoming.on('end', () => {
    const post = JSON.parse(Buffer.concat(pieces).toString()) as object;
    const body = JSON.stringify({ ...post, id: 101 });
    outgoing.writeHead(201, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    });
    outgoing.end(body);
  });
};

const text = JSON.stringify('x'.repeat(Math.max(0, Number(size) - 2)));
const answerConstant: RequestListener = (_incoming, outgoing) => {
  outgoing.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  outgoing.end(text);
};

const server = createServer(answerKind === 'echo' ? echoBody : answerConstant);
server.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('there is no port');
  console.log(`http://127.0.0.1:${bound.port}`);
});
