import { isTree, type Tree } from '../json.ts';

const asTree = (value: unknown): Tree => (isTree(value) ? value : {});

/** The value at a path such as `services.proxy`; undefined: the tree has none. */
export const valueAt = (tree: Tree, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => asTree(part)[name], tree);

/** A copy of `tree` with another value at the path. */
export function withValueAt(tree: Tree, path: string, value: unknown): Tree {
  const [name = '', ...rest] = path.split('.');
  return {
    ...tree,
    [name]: rest.length === 0 ? value : withValueAt(asTree(tree[name]), rest.join('.'), value),
  };
}

/** A tree with a value at each path. */
export const treeOf = <P extends string>(
  paths: readonly P[],
  valueOf: (path: P) => unknown,
): Tree => paths.reduce<Tree>((tree, path) => withValueAt(tree, path, valueOf(path)), {});
