// One chunk with all views except the first.
export { default as archive } from '../picture/archive/Archive.svelte';
export { default as journal } from '../journal/Journal.svelte';
export { default as settings } from '../settings/Settings.svelte';
export { default as station } from '../station/Station.svelte';
export { default as status } from '../status/Status.svelte';
