import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from '../http/http.ts';

interface ButtonNode { readonly code?: string; readonly children?: readonly ButtonNode[] }

/** Leaves are buttons; what has children is a menu. */
const leaves = (nodes: readonly ButtonNode[]): string[] => nodes.flatMap((node) => (node.children ? leaves(node.children) : node.code ? [node.code] : []));

const none: ReadonlySet<string> = new Set();

/** The question for the buttons, so that it can be asked before anything that has buttons is there. */
export const buttonsQuery = queryOptions({ queryKey: ['buttons'], queryFn: async () => new Set(leaves(await get<ButtonNode[]>('blade-system/menu/buttons', {}, { quiet: true }))) as ReadonlySet<string>, staleTime: Infinity });

/** The codes of the buttons that the person's roles grant. */
export const useButtons = (): ReadonlySet<string> => useQuery(buttonsQuery).data ?? none;
