import { type OutgoingHttpHeaders, ServerResponse } from 'node:http';

type Done = (error?: Error | null) => void;

/**
 * Ends the connection after an answer that stays under its declared length: the client sees the break at once, where
 * it would wait for the rest on a connection that is kept. Only streams come in writes; an answer in one piece is not
 * looked at.
 */
export class CheckedResponse extends ServerResponse {
  #headers: object | undefined;
  #written = 0;

  override writeHead(status: number, ...rest: unknown[]): this {
    const headers = rest.at(-1);
    if (typeof headers === 'object' && headers !== null) this.#headers = headers;
    return super.writeHead(status, headers as OutgoingHttpHeaders | undefined);
  }

  override write(
    chunk: string | Uint8Array,
    encoding?: BufferEncoding | Done,
    done?: Done,
  ): boolean {
    this.#written += typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.byteLength;
    return typeof encoding === 'string'
      ? super.write(chunk, encoding, done)
      : super.write(chunk, encoding);
  }

  override end(chunk?: unknown, encoding?: unknown, done?: unknown): this {
    if (chunk === undefined && this.#written < this.#declared()) {
      // Taken now: Node takes the socket away when the answer is finished.
      const { socket } = this;
      this.once('finish', () => socket?.end());
    }
    return super.end(chunk, encoding as BufferEncoding, done as () => void);
  }

  /** Bytes; none where an answer to HEAD has a length and no body. */
  #declared(): number {
    if (this.#headers === undefined || this.req.method === 'HEAD') return 0;
    const found = Object.entries(this.#headers).find(([name]) => /^content-length$/i.test(name));
    return Number(found?.[1] ?? 0);
  }
}
