import type { CompiledProcess } from '../model/compiled-process.rules.ts';
import { isMulti } from '../run/tasks/loop-of.rules.ts';
import type { ActivityRow } from '../state/rows.rules.ts';

/** What the view asks of a row of the history. */
export type NodeVisit = Pick<ActivityRow, 'id' | 'nodeId' | 'type' | 'startedAt' | 'endedAt'>;

/** One entry of the diagram: a visit, several instances of one as a whole, a flow, or a task that is still to come. */
export interface FlowEntry<V extends NodeVisit> {
  readonly nodeId: string;
  /** Type of the node in BPMN, `sequenceFlow`, or `candidate` for a user task not visited yet. */
  readonly type: string;
  readonly name: string;
  /** Still at work: it has no end. */
  readonly open: boolean;
  /** Rows of the history behind it; none for a candidate. */
  readonly visits: readonly V[];
}

const inOrder = (a: NodeVisit, b: NodeVisit): number =>
  a.startedAt - b.startedAt || a.id.length - b.id.length || (a.id < b.id ? -1 : 1);

/** Rows of one visit: the row itself, or all instances that run side by side or behind each other. */
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

/** The client lets a later entry of a node replace an earlier one: what is open has to stand behind what is not. */
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
 * Entries that a client colours a diagram by, oldest first. An instance that runs ends with one entry for each user task it has not
 * come to.
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

/** What people read of an instance: its begin, each of its tasks, its end; oldest first. */
export const flowHistory = <V extends NodeVisit>(visits: readonly V[]): V[] =>
  visits.filter(({ type }) => IN_TIMELINE.has(type)).toSorted(inOrder);
