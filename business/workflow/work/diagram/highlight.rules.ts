import type { HistoryStep } from '../flow-shapes.calls.ts';

/** How a node or flow of a diagram is marked: passed, in work, done, or ended before it was done. */
export type NodeMark = 'lineWarn' | 'nodePrimary' | 'nodeSuccess' | 'nodeInfo';

type Step = Pick<HistoryStep, 'historyActivityId' | 'historyActivityType' | 'endTime' | 'state'>;

/** The mark of one entry; null for a node that is still to come. */
function markOf({ historyActivityType, endTime, state }: Step): NodeMark | null {
  if (historyActivityType === 'sequenceFlow') return 'lineWarn';
  if (historyActivityType === 'candidate') return null;
  if (endTime === '') return 'nodePrimary';
  return state === 'cancelled' ? 'nodeInfo' : 'nodeSuccess';
}

/** Marks by the id of their element; a later entry of the same element takes the place of an earlier one. */
export function nodeMarksOf(flow: readonly Step[]): ReadonlyMap<string, NodeMark> {
  const marks = new Map<string, NodeMark | null>();
  for (const step of flow) marks.set(step.historyActivityId, markOf(step));
  return new Map([...marks].flatMap(([id, mark]) => (mark ? [[id, mark] as const] : [])));
}
