import type { CompiledProcess } from './compiled-process.rules.ts';

/**
 * Return the variables that the drawing itself sets: by scripts, services, outputs of calls, caught errors, and several
 * instances.
 */
export const ownVariables = ({ nodes }: CompiledProcess): ReadonlySet<string> =>
  new Set(
    Object.values(nodes).flatMap((node) => [
      ...(node.script ?? []).map(({ target }) => target),
      ...(node.outputs ?? []).map(({ target }) => target),
      ...(node.events ?? []).flatMap(({ codeVariable }) => codeVariable ?? []),
      ...(node.loop?.kind === 'multi' && node.loop.elementVariable ? [node.loop.elementVariable] : []),
      ...(node.resultVariable ? [node.resultVariable] : []),
    ]),
  );
