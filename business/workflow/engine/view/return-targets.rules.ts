import type { CompiledProcess } from '../model/compiled-process.rules.ts';
import { prepareProcess } from '../run/session/prepared-process.rules.ts';

/** Scopes around a node, its own first; the process itself is the empty one. */
function scopesAround(process: CompiledProcess, nodeId: string): Set<string> {
  const scopes = new Set<string>();
  for (let scope = process.nodes[nodeId]?.scope; scope !== undefined; scope = process.nodes[scope]?.scope)
    scopes.add(scope);
  return scopes;
}

/** Return the visited nodes that a task may be returned to: on a way that leads to it, in a scope that still lives. */
export function returnTargets(process: CompiledProcess, visited: Iterable<string>, nodeId: string): string[] {
  const scopes = scopesAround(process, nodeId);
  const prepared = prepareProcess(process);
  const ways = new Set([nodeId, ...scopes]);
  return [...new Set(visited)].filter((target) => {
    const node = process.nodes[target];
    if (!node || target === nodeId || !scopes.has(node.scope)) return false;
    return [...ways].some((way) => prepared.downstream(target).has(way));
  });
}
