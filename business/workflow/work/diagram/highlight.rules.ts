import type { HistoryStep } from '../flow-shapes.calls.ts';

/**
 * Style class of a node or flow: `lineWarn` is a taken flow, `nodePrimary` in work, `nodeSuccess` done, `nodeInfo`
 * cancelled.
 */
export type NodeMark = 'lineWarn' | 'nodePrimary' | 'nodeSuccess' | 'nodeInfo';

type Step = Pick<HistoryStep, 'historyActivityId' | 'historyActivityType' | 'endTime' | 'state'>;

/** Return the style class of an entry; null for a node that is not visited yet. */
function markOf({ historyActivityType, endTime, state }: Step): NodeMark | null {
  if (historyActivityType === 'sequenceFlow') return 'lineWarn';
  if (historyActivityType === 'candidate') return null;
  if (endTime === '') return 'nodePrimary';
  return state === 'cancelled' ? 'nodeInfo' : 'nodeSuccess';
}

/** Return the style classes by element id. A later entry of an element replaces an earlier one. */
export function nodeMarksOf(flow: readonly Step[]): ReadonlyMap<string, NodeMark> {
  const marks = new Map<string, NodeMark | null>();
  for (const step of flow) marks.set(step.historyActivityId, markOf(step));
  return new Map([...marks].flatMap(([id, mark]) => (mark ? [[id, mark] as const] : [])));
}
