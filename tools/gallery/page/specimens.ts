import type { Component } from 'svelte';

const modules = import.meta.glob<{ default: Component }>('./specimens/*.svelte', { eager: true });

/** By name; a file of the folder is one. */
export const specimens: Readonly<Record<string, Component>> = Object.fromEntries(
  Object.entries(modules).map(([path, { default: component }]) => [
    path.replace(/^.*\/(\w+)\.svelte$/, '$1'),
    component,
  ]),
);
