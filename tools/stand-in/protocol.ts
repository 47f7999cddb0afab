import { strict } from './absent.ts';

type Handler = (request: Request) => Response | Promise<Response>;

const privileged = new Set<string>();

/** Electron's Protocol: who answers for which scheme. */
export function makeProtocol() {
  const handlers = new Map<string, Handler>();
  return strict('protocol', {
    registerSchemesAsPrivileged: (schemes: readonly Electron.CustomScheme[]): void => {
      for (const { scheme } of schemes) privileged.add(scheme);
    },
    handle: (scheme: string, handler: Handler): void => {
      // As Electron does.
      if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
      handlers.set(scheme, handler);
    },
    unhandle: (scheme: string): void => void handlers.delete(scheme),
    isProtocolHandled: (scheme: string) => handlers.has(scheme),
    /** The handler of a scheme: what serves the pages asks for it. */
    handlerOf: (scheme: string): Handler | undefined => handlers.get(scheme),
    /** Whether addresses of this scheme are the app's own. */
    isOwn: (scheme: string): boolean => privileged.has(scheme) || handlers.has(scheme),
  });
}
