import type { ProcessNode } from '../../model/compiled-process.rules.ts';
import { isScopeType } from '../../model/node-types.rules.ts';
import type { ExecutionRow, LoopCounters } from '../../state/rows.rules.ts';
import { isJoin } from '../joins.rules.ts';
import type { PreparedProcess } from '../session/prepared-process.rules.ts';
import type { Session } from '../session/session.rules.ts';

/** Return whether an expression reads the variable `pass`. */
const readsPass = (text: string | undefined): boolean =>
  text !== undefined && /(?<![\p{L}\p{N}_$.])pass(?![\p{L}\p{N}_$])/u.test(text.replaceAll(/'[^']*'|"[^"]*"/g, ''));

/** What reads the decision of a task behind it. */
interface Asking {
  /** A condition, a script or a service on the way does. */
  readonly isAsked: boolean;
  /** A way ends with the process: its caller may. */
  readonly isHandedOut: boolean;
  /** Nodes that the decision comes to. */
  readonly reached: readonly ProcessNode[];
}

/** Return whether a node reads the decision in what it does. */
const nodeReads = ({ loop, script = [], inputs = [], calledProcess, events = [] }: ProcessNode): boolean =>
  [
    ...[...script, ...inputs].map(({ source }) => source),
    ...events.map(({ condition }) => condition),
    calledProcess,
    ...(loop?.kind === 'multi' ? [loop.completion, loop.cardinality] : [loop?.condition]),
  ].some((text) => readsPass(text));

const flowsRead = (process: PreparedProcess, { outgoing }: ProcessNode): boolean =>
  outgoing.some((flow) => readsPass(process.flow(flow).condition));

/** Scopes around a node, the process itself last. */
function scopesAround(process: PreparedProcess, { scope }: ProcessNode): string[] {
  return scope === '' ? [''] : [scope, ...scopesAround(process, process.node(scope))];
}

/** Return whether an event around a task listens to the decision: at the task, at a sub-process around it, or inside one. */
function isListenedTo(process: PreparedProcess, task: ProcessNode): boolean {
  const scopes = scopesAround(process, task);
  const hosts = [task, ...scopes.filter((id) => id !== '').map((id) => process.node(id))];
  const listeners = [
    ...hosts.flatMap(({ boundaries = [] }) => boundaries.map((id) => process.node(id))),
    ...scopes.flatMap((id) => process.eventSubProcesses(id).map(({ start }) => start)),
  ];
  return listeners.some((node) => nodeReads(node));
}

/** Nodes that a token comes to from a node, the entries of a sub-process with it. */
const nodesBehind = (process: PreparedProcess, { id }: ProcessNode): ProcessNode[] =>
  process
    .steps(id)
    .map(({ to }) => process.node(to))
    .filter(({ type }) => type !== 'boundaryEvent')
    .flatMap((node) => [node, ...(isScopeType(node.type) ? process.entries(node.id) : [])]);

/** Another decision replaces the one before at the next task of people and at the next join. */
const isReplacedAt = (node: ProcessNode): boolean => node.type === 'userTask' || isJoin(node);

/** Nodes that the ways behind a task come to, up to where another decision replaces its own; sub-processes that they leave with them. */
function waysBehind(process: PreparedProcess, task: ProcessNode): Pick<Asking, 'reached' | 'isHandedOut'> & Ways {
  const left = [task];
  const [passed, reached, around] = [new Set([task]), new Set<ProcessNode>(), new Set<ProcessNode>()];
  let isHandedOut = false;
  for (let node = left.pop(); node; node = left.pop()) {
    const next = nodesBehind(process, node);
    if (next.length === 0 && node.scope === '') isHandedOut = true;
    const scope = next.length === 0 && node.scope !== '' ? [process.node(node.scope)] : [];
    for (const one of scope) around.add(one);
    for (const one of next) reached.add(one);
    const onward = next.filter((one) => !isReplacedAt(one) && !isScopeType(one.type));
    for (const one of [...onward, ...scope].filter((other) => !passed.has(other))) left.push(one);
    for (const one of left) passed.add(one);
  }
  return { reached: [...reached], isHandedOut, passed, around };
}

interface Ways {
  /** Nodes whose flows are asked. */
  readonly passed: ReadonlySet<ProcessNode>;
  /** Sub-processes that end with the decision. */
  readonly around: ReadonlySet<ProcessNode>;
}

/** Follow the ways behind a task and look what reads its decision. A sub-process is entered, and left where it ends. */
export function askingBehind(process: PreparedProcess, task: ProcessNode): Asking {
  const { reached, isHandedOut, passed, around } = waysBehind(process, task);
  const acting = [...reached.filter((node) => !isReplacedAt(node)), ...around];
  const isAsked =
    isListenedTo(process, task) ||
    [...passed].some((node) => flowsRead(process, node)) ||
    acting.some((node) => nodeReads(node));
  return { isAsked, isHandedOut, reached };
}

/** Return whether anything asks about a rejection at a node, also in the process that called this one. */
function isAskedAbout(session: Session, execution: ExecutionRow, node: ProcessNode): boolean {
  const { isAsked, isHandedOut } = askingBehind(session.processOf(execution), node);
  if (isAsked || !isHandedOut) return isAsked;
  const caller = session.executions.get(session.instances.row(execution.instanceId).parentExecutionId ?? '');
  return caller !== undefined && (session.nodeOf(caller).outputs ?? []).some(({ source }) => readsPass(source));
}

/** Return whether a rejection at a node ends the case: nothing behind it would ask, so it would go on as if it had passed. */
export const endsRejected = (session: Session, execution: ExecutionRow, node: ProcessNode, pass?: boolean): boolean =>
  pass === false &&
  node.userTask !== undefined &&
  node.isForCompensation !== true &&
  !isAskedAbout(session, execution, node);

/** Return what several tasks without a policy amount to: one rejection counts, unless the condition that completes them judges. */
export function decisionOfSeveral(
  { userTask, loop }: ProcessNode,
  counts: LoopCounters,
  last: boolean | undefined,
): boolean | undefined {
  if (!userTask || loop?.kind !== 'multi') return undefined;
  if (readsPass(loop.completion)) return last;
  return counts.rejected === 0 && counts.passed > 0 ? true : counts.rejected === 0 ? undefined : false;
}
