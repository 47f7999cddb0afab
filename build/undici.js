/*
 * The parts of undici that the app uses, in place of its index, which also loads fetch, WebSocket, EventSource, caches
 * and mocks: 223 kB of the bundle, 7 MB of memory and 70 ms of the first request. undici has no public entry for
 * parts, so these are paths within the package: a version without one of them breaks the build, and
 * test/unit/undici-parts.test.ts compares all exports.
 */
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import api from 'undici/lib/api/index.js';
import buildConnector from 'undici/lib/core/connect.js';
import errors from 'undici/lib/core/errors.js';

// As undici's index does.
Object.assign(Dispatcher.prototype, api);

export { Agent, EnvHttpProxyAgent, buildConnector, errors };
