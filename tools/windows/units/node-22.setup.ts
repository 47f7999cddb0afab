import { Socket } from 'node:net';

// Wine refuses keep-alive probes before the connection, and undici then fails with “connect UNKNOWN”.
Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this;
};
