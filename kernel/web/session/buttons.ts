import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from '../http/http.ts';

interface ButtonNode {
  readonly code?: string;
  readonly children?: readonly ButtonNode[];
  /** For a page of a paper: names of fields that no data scope of the person shows. */
  readonly hiddenFields?: readonly string[];
}

/** Return the codes of the leaves of the tree, which are the buttons; all other nodes are menus. */
const leaves = (nodes: readonly ButtonNode[]): string[] =>
  nodes.flatMap((node) => (node.children ? leaves(node.children) : node.code ? [node.code] : []));

interface Held {
  readonly buttons: ReadonlySet<string>;
  readonly hidden: ReadonlyMap<string, readonly string[]>;
}
const none: Held = { buttons: new Set(), hidden: new Map() };

async function ask(): Promise<Held> {
  const nodes = await get<ButtonNode[]>('blade-system/menu/buttons', {}, { quiet: true });
  return {
    buttons: new Set(leaves(nodes)),
    hidden: new Map(nodes.flatMap((node) => (node.code && node.hiddenFields ? [[node.code, node.hiddenFields]] : []))),
  };
}

/** The query of the person's buttons. It is exported so that it can start before a screen needs it. */
export const buttonsQuery = queryOptions({ queryKey: ['buttons'], queryFn: ask, staleTime: Infinity });

/** The codes of the buttons that the person's roles grant. */
export const useButtons = (): ReadonlySet<string> => (useQuery(buttonsQuery).data ?? none).buttons;

/** Return, by table, the names of fields that no data scope of the person shows. */
export const useHidden = (): ReadonlyMap<string, readonly string[]> => (useQuery(buttonsQuery).data ?? none).hidden;

/** Are the buttons of the person loaded? Until then no right may be called absent. */
export const useAreButtonsKnown = (): boolean => useQuery(buttonsQuery).isSuccess;
