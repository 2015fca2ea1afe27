import type { MenuNode } from './menu/menu.calls.ts';

/** A menu, a button or a scope as a tree shows it. */
export interface Branch {
  readonly key: string;
  readonly title: string;
  readonly button?: boolean;
  /** False: it only holds what may be ticked. */ readonly checkable?: boolean;
  readonly children?: Branch[];
}

/** What of the menus is ticked: pages and buttons, pages alone, or only what hangs below them. */
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

/** The keys of a branch and of all that stands below it, as far as they may be ticked. */
export const below = (branch: Branch): string[] => [
  ...(branch.checkable === false ? [] : [branch.key]),
  ...(branch.children ?? []).flatMap(below),
];

/** What fits a word and, where some are named, is one of those; with what it stands under, and what stands below what is called so. */
export function fitting(tree: readonly Branch[], word: string, only: ReadonlySet<string> | null): Branch[] {
  if (!word && !only) return [...tree];
  return tree.flatMap((branch) => {
    const called = branch.title.toLowerCase().includes(word);
    const children = fitting(branch.children ?? [], called ? '' : word, only);
    return children.length || (called && (!only || only.has(branch.key))) ? [{ ...branch, children }] : [];
  });
}

/** What was not there and is, and what was there and is not. */
export function changed(before: readonly string[], now: readonly string[]): readonly [more: string[], fewer: string[]] {
  const [had, has] = [new Set(before), new Set(now)];
  return [[...has].filter((id) => !had.has(id)), [...had].filter((id) => !has.has(id))];
}
