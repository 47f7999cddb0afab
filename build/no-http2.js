/*
 * In place of undici's client of HTTP/2: `allowH2: false` turns it off in src/main/platform/http, and it would load
 * node:http2 at the start, 1.4 MB of memory.
 */
function connectHttp2() {
  throw new Error('HTTP/2 is turned off');
}

export { connectHttp2 as 'module.exports' };
