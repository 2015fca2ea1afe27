import type { Awaitable } from '../state/host.rules.ts';
import { ENGINE_LIMITS } from '../state/limits.rules.ts';
import { ProcessError } from '../state/process-error.rules.ts';
import type { ExecutionRow } from '../state/rows.rules.ts';
import { compensateNext } from './events/compensation.rules.ts';
import { checkScope, done } from './done.rules.ts';
import { enterNode, fired, perform } from './enter.rules.ts';
import { releaseInclusiveJoin } from './joins.rules.ts';
import { leaveNode } from './leave.rules.ts';
import { beginItem } from './tasks/multi-instance.rules.ts';
import type { Session } from './session/session.rules.ts';
import type { AgendaStep } from './session/agenda-step.rules.ts';
import { deliverSignal } from './events/throw-event.rules.ts';
import { checkConditions, triggerSubscription } from './events/trigger.rules.ts';

type OfExecution = Exclude<AgendaStep, { readonly step: 'trigger' }>;

const WORK: {
  readonly [Name in OfExecution['step']]: (
    session: Session,
    execution: ExecutionRow,
    step: Extract<OfExecution, { readonly step: Name }>,
  ) => Awaitable<void>;
} = {
  enter: enterNode,
  perform,
  fired,
  leave: leaveNode,
  checkScope,
  done: (session, execution, { pass }) => done(session, execution, pass),
  item: (session, execution, { index }) => beginItem(session, execution, index),
  compensate: compensateNext,
  signal: deliverSignal,
};

function work(session: Session, step: AgendaStep): Awaitable<void> {
  if (step.step === 'trigger') {
    const subscription = session.subscriptions.get(step.subscriptionId);
    return subscription && triggerSubscription(session, subscription);
  }
  const execution = session.executions.get(step.executionId);
  return execution && WORK[step.step](session, execution, step as never);
}

/**
 * Return the next step. Signals are delivered after all planned steps, and an inclusive join is released only if
 * nothing else is left.
 */
const nextStep = (session: Session): AgendaStep | undefined =>
  session.agenda.shift() ??
  session.deferred.shift() ??
  (releaseInclusiveJoin(session) ? session.agenda.shift() : undefined);

/** Run planned steps until every token waits. Refuse the command if it takes too many. */
export async function drain(session: Session): Promise<void> {
  let steps = 0;
  if (session.conditionsChanged) checkConditions(session);
  if (session.lacksIds) await session.reserveIds();
  for (let step = nextStep(session); step; step = nextStep(session)) {
    steps += 1;
    if (steps > ENGINE_LIMITS.steps) throw new ProcessError('limit', { steps: ENGINE_LIMITS.steps });
    const waiting = work(session, step);
    if (waiting) await waiting;
    if (session.conditionsChanged) checkConditions(session);
    if (session.lacksIds) await session.reserveIds();
  }
}
