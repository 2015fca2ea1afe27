import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from '../http/http.ts';

interface ButtonNode {
  readonly code?: string;
  readonly children?: readonly ButtonNode[];
  /** Of a page: what no data scope of the person shows him. */ readonly hiddenFields?: readonly string[];
}

/** Leaves are buttons; what has children is a menu. */
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

/** The question for the buttons, so that it can be asked before anything that has buttons is there. */
export const buttonsQuery = queryOptions({ queryKey: ['buttons'], queryFn: ask, staleTime: Infinity });

/** The codes of the buttons that the person's roles grant. */
export const useButtons = (): ReadonlySet<string> => (useQuery(buttonsQuery).data ?? none).buttons;

/** By table, the fields that no data scope of the person shows him. */
export const useHidden = (): ReadonlyMap<string, readonly string[]> => (useQuery(buttonsQuery).data ?? none).hidden;
