import { useQuery } from '@tanstack/react-query';
import { get } from '../http/http.ts';

interface ButtonNode { readonly code?: string; readonly children?: readonly ButtonNode[] }

/** Leaves are buttons; what has children is a menu. */
const leaves = (nodes: readonly ButtonNode[]): string[] => nodes.flatMap((node) => (node.children ? leaves(node.children) : node.code ? [node.code] : []));

const none: ReadonlySet<string> = new Set();

/** The codes of the buttons that the person's roles grant. */
export function useButtons(): ReadonlySet<string> {
  return useQuery({ queryKey: ['buttons'], queryFn: async () => new Set(leaves(await get<ButtonNode[]>('blade-system/menu/buttons'))) as ReadonlySet<string>, staleTime: Infinity }).data ?? none;
}
