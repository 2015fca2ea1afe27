import type { CompiledProcess } from '../model/compiled-process.rules.ts';
import { prepareProcess } from '../run/session/prepared-process.rules.ts';

/** Return the scopes around a node, the innermost first; the process itself is the empty text. */
function scopesAround(process: CompiledProcess, nodeId: string): Set<string> {
  const scopes = new Set<string>();
  for (let scope = process.nodes[nodeId]?.scope; scope !== undefined; scope = process.nodes[scope]?.scope)
    scopes.add(scope);
  return scopes;
}

/**
 * Return the visited nodes to which a task can be returned. Paths lead from them to the node of the task, and they are
 * in a scope around that node.
 */
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
