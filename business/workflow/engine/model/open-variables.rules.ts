import type { Variables } from '../state/rows.rules.ts';
import type { AssignmentRule } from './assignment.rules.ts';
import type { CompiledProcess, ProcessNode } from './compiled-process.rules.ts';
import { editableFields } from './field-rights.rules.ts';

/** Variables of a request: `open` are those that its sender may set, `closed` the names of all others. */
export interface SentVariables {
  readonly open: Variables;
  readonly closed: readonly string[];
}

/** Return the name of the variable that holds the people picked for a node. */
const pickOf = ({ id }: ProcessNode): string => `pick_${id}`;

const isPicked = (node: ProcessNode, type: AssignmentRule['type']): boolean =>
  node.userTask?.assignment.by.some((rule) => rule.type === type) ?? false;

/** Return the user tasks that follow a node with no other user task in between. */
export function nextUserTasks({ nodes, flows }: CompiledProcess, from: ProcessNode): ProcessNode[] {
  const seen = new Set<string>();
  const found: ProcessNode[] = [];
  const ways = [...from.outgoing];
  for (let flow = ways.pop(); flow !== undefined; flow = ways.pop()) {
    const node = nodes[flows[flow]?.target ?? ''];
    if (!node || seen.has(node.id)) continue;
    seen.add(node.id);
    if (node.userTask) found.push(node);
    else
      ways.push(
        ...node.outgoing,
        ...Object.values(nodes).flatMap((one) => (one.scope === node.id ? one.outgoing : [])),
      );
  }
  return found;
}

/**
 * Return the variables that the engine sets itself. A request may contain them, but they are neither set nor refused.
 */
const ignored = (process: CompiledProcess): ReadonlySet<string> =>
  new Set(['pass', ...Object.values(process.nodes).flatMap((node) => node.initiatorVariable ?? [])]);

function sorted(process: CompiledProcess, sent: Variables, names: ReadonlySet<string>): SentVariables {
  const without = ignored(process);
  const entries = Object.entries(sent).filter(([name]) => !without.has(name));
  return {
    open: Object.fromEntries(entries.filter(([name]) => names.has(name))),
    closed: entries.flatMap(([name]) => (names.has(name) ? [] : [name])),
  };
}

/** Sort variables sent with a start. Open are those of the start form, and people whom the starter picks for tasks. */
export function sentAtStart(process: CompiledProcess, sent: Variables): SentVariables {
  const nodes = Object.values(process.nodes);
  const starts = nodes.filter(({ type, scope }) => type === 'startEvent' && scope === '');
  const picks = nodes.filter((node) => isPicked(node, 'starterPick')).map((node) => pickOf(node));
  return sorted(process, sent, new Set([...starts.flatMap(({ startFields = [] }) => startFields), ...picks]));
}

/**
 * Sort variables sent with a decision. Open are the fields that the node lets its handler edit, except `facts` of the
 * paper, and people picked for the next tasks.
 */
export function sentWithTask(
  process: CompiledProcess,
  node: ProcessNode | undefined,
  sent: Variables,
  facts: ReadonlySet<string>,
): SentVariables {
  const left = editableFields(node).filter((name) => !facts.has(name));
  const next = node ? nextUserTasks(process, node).filter((one) => isPicked(one, 'approverPick')) : [];
  return sorted(process, sent, new Set([...left, ...next.map((one) => pickOf(one))]));
}
