import type { ProcessNode } from './compiled-process.rules.ts';

const named = (node: ProcessNode | undefined, right: 'edit' | 'hide'): string[] =>
  Object.entries(node?.userTask?.fields ?? {}).flatMap(([name, one]) => (one === right ? [name] : []));

/** Fields of the paper that a node leaves to its handler. */
export const editableFields = (node: ProcessNode | undefined): string[] => named(node, 'edit');

/** Fields of the paper that a node does not show. */
export const hiddenFields = (node: ProcessNode | undefined): string[] => named(node, 'hide');
