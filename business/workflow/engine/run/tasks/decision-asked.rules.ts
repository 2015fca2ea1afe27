import type { ProcessNode } from '../../model/compiled-process.rules.ts';
import { isScopeType } from '../../model/node-types.rules.ts';
import type { ExecutionRow, LoopCounters } from '../../state/rows.rules.ts';
import { isJoin } from '../joins.rules.ts';
import type { PreparedProcess } from '../session/prepared-process.rules.ts';
import type { Session } from '../session/session.rules.ts';

/** Return whether an expression reads the variable `pass`. */
const readsPass = (text: string | undefined): boolean =>
  text !== undefined && /(?<![\p{L}\p{N}_$.])pass(?![\p{L}\p{N}_$])/u.test(text.replaceAll(/'[^']*'|"[^"]*"/g, ''));

/** Whether anything that follows a task reads its decision, the variable `pass`. */
interface Asking {
  /** A condition, script, service or event reads the decision. */
  readonly isAsked: boolean;
  /** The decision lasts until the end of the process, so that its caller may read it. */
  readonly isHandedOut: boolean;
  /** Nodes that the process reaches after the task before another task is decided: they can read this decision. */
  readonly reached: readonly ProcessNode[];
}

/** Return whether the work of a node reads the decision, the variable `pass`. */
const nodeReads = ({ loop, script = [], inputs = [], calledProcess, events = [] }: ProcessNode): boolean =>
  [
    ...[...script, ...inputs].map(({ source }) => source),
    ...events.map(({ condition }) => condition),
    calledProcess,
    ...(loop?.kind === 'multi' ? [loop.completion, loop.cardinality] : [loop?.condition]),
  ].some((text) => readsPass(text));

const flowsRead = (process: PreparedProcess, { outgoing }: ProcessNode): boolean =>
  outgoing.some((flow) => readsPass(process.flow(flow).condition));

/** Return the scopes around a node, from the innermost to the process itself. */
function scopesAround(process: PreparedProcess, { scope }: ProcessNode): string[] {
  return scope === '' ? [''] : [scope, ...scopesAround(process, process.node(scope))];
}

/** Return whether a boundary event or event sub-process reads the decision: at the task, or at a scope around it. */
function isListenedTo(process: PreparedProcess, task: ProcessNode): boolean {
  const scopes = scopesAround(process, task);
  const hosts = [task, ...scopes.filter((id) => id !== '').map((id) => process.node(id))];
  const listeners = [
    ...hosts.flatMap(({ boundaries = [] }) => boundaries.map((id) => process.node(id))),
    ...scopes.flatMap((id) => process.eventSubProcesses(id).map(({ start }) => start)),
  ];
  return listeners.some((node) => nodeReads(node));
}

/** Return the nodes one step behind a node, with the entries of those that are sub-processes. */
const nodesBehind = (process: PreparedProcess, { id }: ProcessNode): ProcessNode[] =>
  process
    .steps(id)
    .map(({ to }) => process.node(to))
    .filter(({ type }) => type !== 'boundaryEvent')
    .flatMap((node) => [node, ...(isScopeType(node.type) ? process.entries(node.id) : [])]);

/** Return whether a node ends the effect of a decision: a user task sets a new one, and a join merges several. */
const isReplacedAt = (node: ProcessNode): boolean => node.type === 'userTask' || isJoin(node);

/**
 * Follow the paths after a task until another decision replaces that of the task. Return the reached nodes, and the
 * sub-processes that end on these paths.
 */
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
  /** Nodes that the token leaves with this decision, so that conditions of their flows may read it. */
  readonly passed: ReadonlySet<ProcessNode>;
  /** Sub-processes that a path with this decision ends. */
  readonly around: ReadonlySet<ProcessNode>;
}

/**
 * Follow the paths after a task, also into sub-processes and on behind their ends. Return whether its decision is read
 * there.
 */
export function askingBehind(process: PreparedProcess, task: ProcessNode): Asking {
  const { reached, isHandedOut, passed, around } = waysBehind(process, task);
  const acting = [...reached.filter((node) => !isReplacedAt(node)), ...around];
  const isAsked =
    isListenedTo(process, task) ||
    [...passed].some((node) => flowsRead(process, node)) ||
    acting.some((node) => nodeReads(node));
  return { isAsked, isHandedOut, reached };
}

/** Return whether anything reads the rejection of a task, in this process or in the one that called it. */
function isAskedAbout(session: Session, execution: ExecutionRow, node: ProcessNode): boolean {
  const { isAsked, isHandedOut } = askingBehind(session.processOf(execution), node);
  if (isAsked || !isHandedOut) return isAsked;
  const caller = session.executions.get(session.instances.row(execution.instanceId).parentExecutionId ?? '');
  return caller !== undefined && (session.nodeOf(caller).outputs ?? []).some(({ source }) => readsPass(source));
}

/**
 * Return whether a rejection at a node ends the process: nothing reads it, so the process would continue as if passed.
 */
export const endsRejected = (session: Session, execution: ExecutionRow, node: ProcessNode, pass?: boolean): boolean =>
  pass === false &&
  node.userTask !== undefined &&
  node.isForCompensation !== true &&
  !isAskedAbout(session, execution, node);

/**
 * Return the decision of several instances of a user task. The completion condition decides if it reads `pass`;
 * otherwise one rejection rejects.
 */
export function decisionOfSeveral(
  { userTask, loop }: ProcessNode,
  counts: LoopCounters,
  last: boolean | undefined,
): boolean | undefined {
  if (!userTask || loop?.kind !== 'multi') return undefined;
  if (readsPass(loop.completion)) return last;
  return counts.rejected === 0 && counts.passed > 0 ? true : counts.rejected === 0 ? undefined : false;
}
