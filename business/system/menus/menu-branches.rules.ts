import type { MenuNode } from './menu/menu.calls.ts';

/** A menu, button or scope as a node of a tree. */
export interface Branch {
  readonly key: string;
  readonly title: string;
  readonly button?: boolean;
  /** False: a container that cannot be ticked. */ readonly checkable?: boolean;
  readonly children?: Branch[];
}

/**
 * Menus that can be ticked: `all` is pages and buttons, `pages` is pages alone, `leaves` is buttons or scopes alone.
 */
export type Ticking = 'all' | 'pages' | 'leaves';

export const branchesOf = (nodes: readonly MenuNode[], english: boolean, ticking: Ticking): Branch[] =>
  nodes
    .filter((node) => ticking !== 'pages' || node.category === 1)
    .map((node) => ({
      key: node.id,
      title: english ? node.titleEn || node.title : node.title,
      ...(node.category === 2 ? { button: true } : ticking === 'leaves' && { checkable: false }),
      ...(node.children && { children: branchesOf(node.children, english, ticking) }),
    }));

/** Return the keys of a branch and of everything below it that can be ticked. */
export const below = (branch: Branch): string[] => [
  ...(branch.checkable === false ? [] : [branch.key]),
  ...(branch.children ?? []).flatMap(below),
];

/**
 * Return branches that match a word, with their parents, and everything below them. With `only`, keep leaves in that
 * set alone.
 */
export function fitting(tree: readonly Branch[], word: string, only: ReadonlySet<string> | null): Branch[] {
  if (!word && !only) return [...tree];
  return tree.flatMap((branch) => {
    const called = branch.title.toLowerCase().includes(word);
    const children = fitting(branch.children ?? [], called ? '' : word, only);
    return children.length || (called && (!only || only.has(branch.key))) ? [{ ...branch, children }] : [];
  });
}

/** Return the ids that were added, and those that were removed. */
export function changed(before: readonly string[], now: readonly string[]): readonly [more: string[], fewer: string[]] {
  const [had, has] = [new Set(before), new Set(now)];
  return [[...has].filter((id) => !had.has(id)), [...had].filter((id) => !has.has(id))];
}
