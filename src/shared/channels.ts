/** The name of a channel on the wire. */
export const channelName = (group: string, name: string): string => `overhead:${group}.${name}`;
