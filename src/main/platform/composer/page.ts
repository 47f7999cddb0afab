import { BrowserWindow, session } from 'electron';
import { closeNetwork, pagePreferences, hardenPage } from '../windows/harden.ts';
import { createAppFileServer } from '../windows/app-files.ts';
import { appScheme, appUrl, serveScheme } from '../windows/origin.ts';
import { createComposer, type ComposingPage } from './composer.ts';
import type { ComposingExchange } from './exchange.ts';

/**
 * The origin of the composing page. It differs from the origin of the app's windows, so that the page has access to
 * neither their bridge nor their storage.
 */
const composerUrl = `${appScheme}://composer/`;
const pageUrl = `${composerUrl}composer/index.html`;

const contentPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Whether the address is that of a file or a blob of the composing page. */
const isOwnAddress = (url: string): boolean =>
  url.startsWith(composerUrl) || url.startsWith(`blob:${composerUrl}`);

/**
 * Returns a function that opens the composing page in a window that is never shown, without preload, Node or network.
 *
 * @param files answers requests for the app's own files
 */
export function createPageOpener(
  files: (request: Request) => Promise<Response>,
): (answer: ComposingExchange['answer']) => ComposingPage {
  let currentAnswer: ComposingExchange['answer'] = () => null;
  let pageSession: Electron.Session | null = null;

  /**
   * Answers the requests of the protocol, and serves the page's files at the paths that they have in the app's windows.
   */
  async function serve(request: Request): Promise<Response> {
    const response = currentAnswer(request);
    if (response !== null) return response;
    const { pathname } = new URL(request.url);
    const isOurs = request.method === 'GET' && /^\/(composer|assets)\/[\w.-]+$/.test(pathname);
    if (!isOurs) return new Response(null, { status: 404 });
    const { body, status, headers } = await files(new Request(`${appUrl}${pathname.slice(1)}`));
    headers.set('Content-Security-Policy', contentPolicy);
    return new Response(body, { status, headers });
  }

  function createPageSession(): Electron.Session {
    const ownSession = session.fromPartition('overhead-composer');
    closeNetwork(ownSession);
    ownSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
    ownSession.setPermissionCheckHandler(() => false);
    ownSession.setDevicePermissionHandler(() => false);
    ownSession.webRequest.onBeforeRequest(({ url }, decide) =>
      decide({ cancel: !isOwnAddress(url) }),
    );
    serveScheme(ownSession, serve);
    return ownSession;
  }

  return (answer) => {
    currentAnswer = answer;
    const pageEnd = Promise.withResolvers<string>();
    const window = new BrowserWindow({
      show: false,
      focusable: false,
      skipTaskbar: true,
      width: 16,
      height: 16,
      webPreferences: {
        ...pagePreferences,
        session: (pageSession ??= createPageSession()),
        webgl: false,
        // Electron would otherwise throttle the page, because its window is hidden.
        backgroundThrottling: false,
      },
    });
    const { webContents } = window;
    hardenPage(webContents, pageUrl);
    webContents.on('render-process-gone', (_event, { reason }) =>
      pageEnd.resolve(`the process that composes it ended (${reason})`),
    );
    window.once('closed', () => pageEnd.resolve('the window that composes it was closed'));
    const load = (): void =>
      void window
        .loadURL(pageUrl)
        .catch((error: unknown) =>
          pageEnd.resolve(`the page that composes it could not be loaded (${String(error)})`),
        );
    load();
    return {
      gone: pageEnd.promise,
      again(next) {
        currentAnswer = next;
        load();
      },
      destroy() {
        currentAnswer = () => null;
        if (!window.isDestroyed()) window.destroy();
      },
    };
  };
}

/**
 * Creates a composer that draws in the app's composing page.
 *
 * @param pages the folder of the built pages
 */
export const openComposer = (
  pages: string,
  options: Omit<Parameters<typeof createComposer>[0], 'openPage'>,
) => createComposer({ openPage: createPageOpener(createAppFileServer({ pages })), ...options });
