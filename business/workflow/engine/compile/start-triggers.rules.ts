import { beginsInstance } from '../model/node-types.rules.ts';
import type { CompiledProcess, EventDefinition } from '../model/compiled-process.rules.ts';

/** A start event with a message, signal or timer, which starts an instance without a person. */
export interface StartTrigger {
  readonly nodeId: string;
  readonly event: EventDefinition;
}

/** Return the start triggers of a process. Start events inside sub-processes are none. */
export const startTriggers = (process: CompiledProcess): StartTrigger[] =>
  Object.values(process.nodes)
    .filter((node) => node.scope === '' && (node.type === 'startEvent' || beginsInstance(node)))
    .flatMap(({ id, events = [] }) => events.map((event) => ({ nodeId: id, event })));
