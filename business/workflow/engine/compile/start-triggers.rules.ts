import { beginsInstance } from '../model/node-types.rules.ts';
import type { CompiledProcess, EventDefinition } from '../model/compiled-process.rules.ts';

/** An event of a process itself that starts an instance, beside starting it by hand. */
export interface StartTrigger {
  readonly nodeId: string;
  readonly event: EventDefinition;
}

/** What a deployment subscribes to: messages, signals and timers of the start events outside sub-processes. */
export const startTriggers = (process: CompiledProcess): StartTrigger[] =>
  Object.values(process.nodes)
    .filter((node) => node.scope === '' && (node.type === 'startEvent' || beginsInstance(node)))
    .flatMap(({ id, events = [] }) => events.map((event) => ({ nodeId: id, event })));
