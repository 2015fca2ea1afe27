import type { CompiledProcess } from '../model/compiled-process.rules.ts';
import { prepareProcess } from '../run/session/prepared-process.rules.ts';
import type { NodeVisit } from './flow-view.rules.ts';

/** Scopes around a node, its own first; the process itself is the empty one. */
function scopesAround(process: CompiledProcess, nodeId: string): Set<string> {
  const scopes = new Set<string>();
  for (let scope = process.nodes[nodeId]?.scope; scope !== undefined; scope = process.nodes[scope]?.scope)
    scopes.add(scope);
  return scopes;
}

/** User tasks that a task may be returned to: done before in this instance, on a way that leads here, in a scope that still lives. */
export function returnTargets(process: CompiledProcess, visits: readonly NodeVisit[], nodeId: string): string[] {
  const scopes = scopesAround(process, nodeId);
  const done = new Set(
    visits.filter(({ type, endedAt }) => type === 'userTask' && endedAt !== null).map((visit) => visit.nodeId),
  );
  const prepared = prepareProcess(process);
  const ways = new Set([nodeId, ...scopes]);
  return [...done].filter((target) => {
    const node = process.nodes[target];
    if (!node || target === nodeId || !scopes.has(node.scope)) return false;
    return [...ways].some((way) => prepared.downstream(target).has(way));
  });
}
