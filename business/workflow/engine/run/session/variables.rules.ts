import { ExpressionError } from '../../expression/expression-error.rules.ts';
import type { ExpressionScope } from '../../expression/methods.rules.ts';
import { compileTemplate, compileValue } from '../../expression/template.rules.ts';
import { isTrue, valueText } from '../../expression/values.rules.ts';
import { ENGINE_LIMITS } from '../../state/limits.rules.ts';
import { ProcessError } from '../../state/process-error.rules.ts';
import type { ExecutionRow, LoopCounters, Variables, VariableValue } from '../../state/rows.rules.ts';
import { assign } from './assigned.rules.ts';
import type { Session } from './session.rules.ts';

/** Counters of several instances, under the variable names of Flowable. */
const COUNTERS: ReadonlyMap<string, (loop: LoopCounters) => number> = new Map([
  ['nrOfInstances', (loop: LoopCounters) => loop.total],
  ['nrOfCompletedInstances', (loop: LoopCounters) => loop.done],
  ['nrOfActiveInstances', (loop: LoopCounters) => loop.started - loop.done],
]);

/**
 * Variable of a token whose task was returned with `straightBack`: the node to which it goes directly after passing.
 */
export const RETURN_TO = '$returnTo';

/** Variable of a token that a return put at a join: the node to which the task was returned. */
export const SET_AGAIN = '$setAgain';

function executionFacts(session: Session, execution: ExecutionRow): VariableValue {
  const { id, rootId, businessId, processKey, starterId } = session.instances.row(execution.instanceId);
  return {
    id: execution.id,
    processInstanceId: id,
    rootProcessInstanceId: rootId,
    processInstanceBusinessKey: businessId,
    processDefinitionKey: processKey,
    currentActivityId: execution.nodeId,
    startUserId: starterId,
  };
}

/**
 * Return the value of a variable: that of the execution, of the nearest one around it, or of the instance. Null if none
 * has it.
 */
export function readVariable(session: Session, execution: ExecutionRow, name: string): VariableValue {
  for (let at: ExecutionRow | undefined = execution; at; at = session.parentOf(at)) {
    if (Object.hasOwn(at.variables, name)) return at.variables[name] ?? null;
    const counter = at.loop && at.kind === 'multi' ? COUNTERS.get(name) : undefined;
    if (counter && at.loop) return counter(at.loop);
  }
  const { variables } = session.instances.row(execution.instanceId);
  if (Object.hasOwn(variables, name)) return variables[name] ?? null;
  return name === 'execution' ? executionFacts(session, execution) : null;
}

/** Set a variable on the nearest execution that already has it, otherwise on the instance. */
export function setVariable(session: Session, execution: ExecutionRow, name: string, value: VariableValue): void {
  session.conditionsChanged = true;
  for (let at: ExecutionRow | undefined = execution; at; at = session.parentOf(at)) {
    if (!Object.hasOwn(at.variables, name)) continue;
    session.executions.update(at.id, { variables: assign(session, at.variables, name, value) });
    return;
  }
  const { id, variables } = session.instances.row(execution.instanceId);
  session.instances.update(id, { variables: assign(session, variables, name, value) });
}

export function setVariables(session: Session, execution: ExecutionRow, variables: Variables): void {
  for (const [name, value] of Object.entries(variables)) setVariable(session, execution, name, value);
}

const scopeOf = (session: Session, execution: ExecutionRow): ExpressionScope => ({
  read: (name) => readVariable(session, execution, name),
  now: () => session.now,
  starterId: session.instances.row(execution.instanceId).starterId,
  functions: session.host.functions,
});

function guarded<T>(execution: ExecutionRow, text: string, work: () => T): T {
  try {
    return work();
  } catch (fault) {
    if (!(fault instanceof ExpressionError)) throw fault;
    if (fault.fault === 'tooLarge')
      throw new ProcessError('limit', { node: execution.nodeId, characters: ENGINE_LIMITS.variableBytes });
    throw new ProcessError('expression', { node: execution.nodeId, expression: text, why: fault.fault });
  }
}

/** Return the value of a text with `${…}` in it; a single expression keeps its type. */
export const evaluateText = (session: Session, execution: ExecutionRow, text: string): VariableValue =>
  guarded(execution, text, () => compileTemplate(text).evaluate(scopeOf(session, execution)));

/** Return the value of an expression, with or without `${…}` around it. */
export const evaluateValue = (session: Session, execution: ExecutionRow, text: string): VariableValue =>
  guarded(execution, text, () => compileValue(text).evaluate(scopeOf(session, execution)));

export const evaluateToText = (session: Session, execution: ExecutionRow, text: string): string =>
  valueText(evaluateText(session, execution, text));

/** Return whether a condition holds now. */
export const conditionHolds = (session: Session, execution: ExecutionRow, condition: string): boolean =>
  isTrue(evaluateValue(session, execution, condition));

/**
 * Return a value as a list: the items of a list or of a text with commas, otherwise the value itself. Null gives an
 * empty list.
 */
export function listFrom(value: VariableValue): readonly VariableValue[] {
  if (Array.isArray(value)) return value as readonly VariableValue[];
  if (typeof value !== 'string') return value === null ? [] : [value];
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
