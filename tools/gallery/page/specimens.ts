import type { Component } from 'svelte';

const modules = import.meta.glob<{ default: Component }>('./specimens/*.svelte', { eager: true });

/** The specimens by the name of their component: one file each. */
export const specimens: Readonly<Record<string, Component>> = Object.fromEntries(
  Object.entries(modules).map(([path, { default: component }]) => [
    path.replace(/^.*\/(\w+)\.svelte$/, '$1'),
    component,
  ]),
);
