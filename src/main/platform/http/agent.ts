import { Agent } from 'undici';

const keepAliveMs = 65_000;

/** Kept-alive connections, at most two per origin. */
export const agentOptions = {
  connections: 2,
  pipelining: 1,
  keepAliveTimeout: keepAliveMs,
  keepAliveMaxTimeout: keepAliveMs,
} satisfies Agent.Options;

export const createAgent = (connect: Agent.Options['connect']): Agent =>
  new Agent({ ...agentOptions, ...(connect === undefined ? {} : { connect }) });
