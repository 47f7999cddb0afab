import type { Component } from 'svelte';

const modules = import.meta.glob<{ default: Component }>('./specimens/*.svelte', { eager: true });

/** The specimens, each in its own file, by the name of the component. */
export const specimens: Readonly<Record<string, Component>> = Object.fromEntries(
  Object.entries(modules).map(([path, { default: component }]) => [
    path.replace(/^.*\/(\w+)\.svelte$/, '$1'),
    component,
  ]),
);
