import type { ProcessNode } from './compiled-process.rules.ts';

const named = (node: ProcessNode | undefined, right: 'edit' | 'hide'): string[] =>
  Object.entries(node?.userTask?.fields ?? {}).flatMap(([name, one]) => (one === right ? [name] : []));

/** Return the fields of the paper that the handler of a node may edit. */
export const editableFields = (node: ProcessNode | undefined): string[] => named(node, 'edit');

/** Return the fields of the paper that a node hides from its handler. */
export const hiddenFields = (node: ProcessNode | undefined): string[] => named(node, 'hide');
