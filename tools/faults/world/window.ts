import { EventEmitter } from 'node:events';
import { ImageReader } from '#platform/files/image-check.ts';
import { trackWindow } from '#stand-in/electron/app.ts';
import { session as sessions, Session } from '#stand-in/electron/session.ts';

/** A short file that the app accepts as a JPEG. */
const jpeg = Buffer.from('\xff\xd8\xff\xe0 small\xff\xd9', 'latin1');

/**
 * Replaces the stand-in's window; does not use Chromium. The composing page returns the picture unchanged (or a short
 * JPEG, if another format is required), so that a complete wallpaper can be recognized by its bytes. Any other page
 * fails to load.
 */
export class BrowserWindow extends EventEmitter {
  readonly webContents = new EventEmitter();
  private readonly session: Session;
  private destroyed = false;

  constructor({ webPreferences }: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    const session: unknown = webPreferences?.session;
    this.session = session instanceof Session ? session : sessions.fromPartition('');
    Object.assign(this.webContents, {
      setWindowOpenHandler: () => undefined,
      setWebRTCIPHandlingPolicy: () => undefined,
    });
    trackWindow(this);
  }

  static getAllWindows(): BrowserWindow[] {
    return [];
  }

  static getFocusedWindow(): null {
    return null;
  }

  async loadURL(url: string): Promise<void> {
    if (!url.includes('/composer/')) throw new Error('there are no pages here');
    const answer = this.session.protocol.handlerOf('overhead');
    const ask = async (path: string, body?: string | Buffer<ArrayBuffer>): Promise<Response> => {
      const init = body === undefined ? {} : { method: 'POST', body };
      const request = new Request(`overhead://composer${path}`, init);
      return (await answer?.(request)) ?? Response.error();
    };
    const picture = Buffer.from(await (await ask('/source')).arrayBuffer());
    const reader = new ImageReader();
    const header = reader.take(picture);
    if (header.kind !== 'image') throw new Error('the app keeps what is no picture');
    // Chromium draws no picture that breaks off.
    if (!reader.hasEnded) throw new Error('the picture breaks off');
    const { format, width, height } = header;
    const size = { width, height };
    const measure = JSON.stringify({ ...size, focus: { x: 0.5, y: 0.5 } });
    const order = (await (await ask('/measure', measure)).json()) as {
      readonly lossless: boolean;
      readonly compositions: readonly unknown[];
    };
    for (const index of order.compositions.keys()) {
      if (this.destroyed) return;
      await ask(
        `/composed/${index}`,
        format === (order.lossless ? 'png' : 'jpeg') ? picture : jpeg,
      );
    }
  }

  close(): void {
    this.destroy();
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('closed');
  }
}
