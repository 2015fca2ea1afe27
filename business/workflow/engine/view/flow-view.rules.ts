import type { CompiledProcess } from '../model/compiled-process.rules.ts';
import { isMulti } from '../run/tasks/loop-of.rules.ts';
import type { ActivityRow } from '../state/rows.rules.ts';

/** Fields of a history row that the view uses. */
export type NodeVisit = Pick<ActivityRow, 'id' | 'nodeId' | 'type' | 'startedAt' | 'endedAt'>;

/** One entry of the diagram: a visit, all instances of one activity, a flow, or a future task. */
export interface FlowEntry<V extends NodeVisit> {
  readonly nodeId: string;
  /** Type of the node in BPMN, `sequenceFlow`, or `candidate` for a user task not visited yet. */
  readonly type: string;
  readonly name: string;
  /** Whether the entry is still active. */
  readonly open: boolean;
  /** Rows of the history of this entry; none for a candidate. */
  readonly visits: readonly V[];
}

const inOrder = (a: NodeVisit, b: NodeVisit): number =>
  a.startedAt - b.startedAt || a.id.length - b.id.length || (a.id < b.id ? -1 : 1);

/** Return visits in groups: each alone, but all instances of an activity that overlap in time together. */
function gathered<V extends NodeVisit>(process: CompiledProcess, visits: readonly V[]): V[][] {
  const groups: V[][] = [];
  for (const visit of visits) {
    const node = process.nodes[visit.nodeId];
    const before = node && isMulti(node) ? groups.findLast(([first]) => first?.nodeId === visit.nodeId) : undefined;
    if (before?.some(({ endedAt }) => endedAt === null || endedAt >= visit.startedAt)) before.push(visit);
    else groups.push([visit]);
  }
  return groups;
}

/** Move open entries behind closed ones of the same node, because the client shows the last entry of a node. */
function openLast<V extends NodeVisit>(entries: readonly FlowEntry<V>[]): FlowEntry<V>[] {
  const sorted = [...entries];
  for (const entry of entries.filter(({ open }) => open)) {
    const at = sorted.indexOf(entry);
    const last = sorted.findLastIndex(({ nodeId, open }) => nodeId === entry.nodeId && !open);
    if (last > at) sorted.splice(last, 0, ...sorted.splice(at, 1));
  }
  return sorted;
}

/**
 * Return the entries that colour a diagram, oldest first. A running instance ends with one entry for each unvisited
 * user task.
 */
export function flowView<V extends NodeVisit>(
  process: CompiledProcess,
  visits: readonly V[],
  isRunning: boolean,
): FlowEntry<V>[] {
  const entries = gathered(process, visits.toSorted(inOrder)).map((group): FlowEntry<V> => {
    const { nodeId = '', type = '' } = group[0] ?? {};
    const name = process.nodes[nodeId]?.name ?? process.flows[nodeId]?.name ?? '';
    return { nodeId, type, name, open: group.some(({ endedAt }) => endedAt === null), visits: group };
  });
  return [...openLast(entries), ...(isRunning ? candidates(process, visits) : [])];
}

function candidates<V extends NodeVisit>(process: CompiledProcess, visits: readonly V[]): FlowEntry<V>[] {
  const visited = new Set(visits.map(({ nodeId }) => nodeId));
  return Object.values(process.nodes)
    .filter(({ type, id }) => type === 'userTask' && !visited.has(id))
    .map(({ id, name }) => ({ nodeId: id, type: 'candidate', name, open: false, visits: [] }));
}

const IN_TIMELINE = new Set(['startEvent', 'userTask', 'endEvent']);

/** Return the timeline of an instance: its start, each of its tasks, its end; oldest first. */
export const flowHistory = <V extends NodeVisit>(visits: readonly V[]): V[] =>
  visits.filter(({ type }) => IN_TIMELINE.has(type)).toSorted(inOrder);
