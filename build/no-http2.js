/*
 * In place of undici's client of HTTP/2: `allowH2: false` turns it off in src/main/platform/http, and it would load
 * node:http2 with the first request: 7 MB of memory and 75 ms.
 */
function connectHttp2() {
  throw new Error('HTTP/2 is turned off');
}

export { connectHttp2 as 'module.exports' };
