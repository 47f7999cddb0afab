import { contract } from './contract.ts';

type Directions = Readonly<Record<string, 'command' | 'broadcast'>>;
const contractGroups: Readonly<
  Record<string, Readonly<Record<string, { direction: Directions[string] }>>>
> = contract;

/**
 * The channels of the contract, by group and name, with their directions. The build replaces this module with its
 * value, so that the preload contains no schemas.
 */
export const channelDirections: Readonly<Record<string, Directions>> = Object.fromEntries(
  Object.entries(contractGroups).map(([group, entries]) => [
    group,
    Object.fromEntries(Object.entries(entries).map(([name, { direction }]) => [name, direction])),
  ]),
);
