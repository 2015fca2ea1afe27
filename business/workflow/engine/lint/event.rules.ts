import type { ProcessNode } from '../model/compiled-process.rules.ts';
import {
  beginsInstance,
  type EventType,
  isActivityType,
  isScopeType,
  type NodeType,
} from '../model/node-types.rules.ts';
import { isTimer, nextTimerDue } from '../time/timer.rules.ts';
import { eventsWhere, isPlain, type LintRule, type LintSubject, where } from './lint-rule.rules.ts';

/** The types of events that each type of node may have. */
const ALLOWED: Partial<Record<NodeType, ReadonlySet<EventType>>> = {
  intermediateCatchEvent: new Set(['timer', 'message', 'signal', 'conditional', 'link']),
  intermediateThrowEvent: new Set(['message', 'signal', 'escalation', 'compensation', 'link']),
  endEvent: new Set(['message', 'signal', 'error', 'escalation', 'compensation', 'cancel', 'terminate']),
  boundaryEvent: new Set([
    'timer',
    'message',
    'signal',
    'error',
    'escalation',
    'conditional',
    'compensation',
    'cancel',
  ]),
};

const STARTS_PROCESS = new Set<EventType>(['timer', 'message', 'signal']);
const STARTS_EVENT_SUB_PROCESS = new Set<EventType>([...STARTS_PROCESS, 'conditional', 'error', 'escalation']);

function isAllowed({ prepared }: LintSubject, type: EventType, node: ProcessNode): boolean {
  if (node.type !== 'startEvent') return ALLOWED[node.type]?.has(type) ?? true;
  if (node.scope === '') return STARTS_PROCESS.has(type);
  return prepared.node(node.scope).triggeredByEvent === true && STARTS_EVENT_SUB_PROCESS.has(type);
}

const hasEvent = ({ events = [] }: ProcessNode, type: EventType): boolean =>
  events.some((event) => event.type === type);

const linksOf = ({ prepared }: LintSubject, { scope, events }: ProcessNode, type: NodeType): readonly ProcessNode[] =>
  prepared
    .nodesIn(scope)
    .filter((node) => node.type === type && hasEvent(node, 'link') && node.events?.[0]?.name === events?.[0]?.name);

const isLink = (node: ProcessNode, type: NodeType): boolean => node.type === type && hasEvent(node, 'link');

const holdsCancel = ({ prepared }: LintSubject, { id }: ProcessNode): boolean =>
  prepared.nodesIn(id).some((node) => node.type === 'endEvent' && hasEvent(node, 'cancel'));

const MINUTE = 60_000;

/** Return whether a cycle fires more often than once a minute. */
const isShort = (cycle: string): boolean =>
  isPlain(cycle) && isTimer('cycle', cycle) && nextTimerDue(0, cycle.slice(cycle.lastIndexOf('/') + 1), 0) < MINUTE;

/** Rules on events and the activities that they are attached to. */
export const eventRules: readonly LintRule[] = [
  {
    code: 'eventNotAllowed',
    level: 'error',
    find: (subject) =>
      eventsWhere(subject, ({ type }, node) => !isActivityType(node.type) && !isAllowed(subject, type, node)),
  },
  {
    code: 'timerMissing',
    level: 'error',
    find: (subject) => eventsWhere(subject, ({ type, timer }) => type === 'timer' && !timer),
  },
  {
    code: 'timerFormat',
    level: 'error',
    find: ({ nodes }) =>
      nodes.flatMap(({ id, events = [] }) =>
        events.flatMap(({ timer }) =>
          timer && isPlain(timer.value) && !isTimer(timer.kind, timer.value) ? [[id, timer.value] as const] : [],
        ),
      ),
  },
  {
    code: 'severalThrown',
    level: 'error',
    find: (subject) =>
      where(
        subject,
        ({ type, events = [] }) =>
          ['endEvent', 'intermediateThrowEvent'].includes(type) &&
          events.filter((event) => event.type !== 'message').length > 1,
      ),
  },
  {
    code: 'cycleOnce',
    level: 'error',
    find: (subject) =>
      eventsWhere(subject, ({ timer }, { type }) => timer?.kind === 'cycle' && type === 'intermediateCatchEvent'),
  },
  {
    code: 'cycleInterrupts',
    level: 'warning',
    find: (subject) =>
      eventsWhere(
        subject,
        ({ timer }, { type, scope, interrupting }) =>
          timer?.kind === 'cycle' && interrupting === true && (type === 'boundaryEvent' || scope !== ''),
      ),
  },
  {
    code: 'cycleShort',
    level: 'warning',
    find: ({ nodes }) =>
      nodes.flatMap(({ id, events = [] }) =>
        events.flatMap(({ timer }) =>
          timer?.kind === 'cycle' && isShort(timer.value) ? [[id, timer.value] as const] : [],
        ),
      ),
  },
  {
    code: 'nameMissing',
    level: 'error',
    find: (subject) =>
      eventsWhere(subject, ({ type, name }) => ['message', 'signal', 'link'].includes(type) && name === undefined),
  },
  {
    code: 'errorWithoutCode',
    level: 'error',
    find: (subject) =>
      eventsWhere(
        subject,
        ({ type, name }, node) => type === 'error' && name === undefined && node.type === 'endEvent',
      ),
  },
  {
    code: 'conditionMissing',
    level: 'error',
    find: (subject) => eventsWhere(subject, ({ type, condition }) => type === 'conditional' && condition === undefined),
  },
  {
    code: 'catchWithoutEvent',
    level: 'error',
    find: (subject) =>
      where(subject, ({ type, events }) => ['intermediateCatchEvent', 'boundaryEvent'].includes(type) && !events),
  },
  {
    code: 'linkWithoutTarget',
    level: 'error',
    find: (subject) =>
      where(
        subject,
        (node) =>
          isLink(node, 'intermediateThrowEvent') && linksOf(subject, node, 'intermediateCatchEvent').length !== 1,
      ),
  },
  {
    code: 'linkUnused',
    level: 'warning',
    find: (subject) =>
      where(
        subject,
        (node) =>
          isLink(node, 'intermediateCatchEvent') && linksOf(subject, node, 'intermediateThrowEvent').length === 0,
      ),
  },
  {
    code: 'boundaryWithoutHost',
    level: 'error',
    find: (subject) =>
      where(subject, ({ type, attachedTo = '' }) => {
        if (type !== 'boundaryEvent') return false;
        return !subject.prepared.has(attachedTo) || !isActivityType(subject.prepared.node(attachedTo).type);
      }),
  },
  {
    code: 'alwaysInterrupting',
    level: 'warning',
    find: (subject) =>
      where(subject, (node) => node.interrupting === false && (hasEvent(node, 'error') || hasEvent(node, 'cancel'))),
  },
  {
    code: 'cancelOutside',
    level: 'error',
    find: (subject) =>
      where(subject, (node) => {
        if (!hasEvent(node, 'cancel')) return false;
        const around = node.type === 'boundaryEvent' ? (node.attachedTo ?? '') : node.scope;
        return !subject.prepared.has(around) || subject.prepared.node(around).type !== 'transaction';
      }),
  },
  {
    code: 'cancelNotCaught',
    level: 'error',
    find: (subject) =>
      where(subject, (node) => {
        if (node.type !== 'transaction' || !holdsCancel(subject, node)) return false;
        return !(node.boundaries ?? []).some((id) => hasEvent(subject.prepared.node(id), 'cancel'));
      }),
  },
  {
    code: 'compensationWithoutHandler',
    level: 'error',
    find: (subject) =>
      where(subject, (node) => {
        if (node.type !== 'boundaryEvent' || !hasEvent(node, 'compensation')) return false;
        const host = subject.prepared.has(node.attachedTo ?? '')
          ? subject.prepared.node(node.attachedTo ?? '')
          : undefined;
        return host !== undefined && !subject.prepared.has(host.compensatedBy ?? '');
      }),
  },
  {
    code: 'handlerWithFlow',
    level: 'error',
    find: (subject) =>
      where(
        subject,
        ({ isForCompensation, incoming, outgoing }) =>
          isForCompensation === true && incoming.length + outgoing.length > 0,
      ),
  },
  {
    code: 'handlerUnused',
    level: 'warning',
    find: (subject) =>
      where(
        subject,
        ({ id, isForCompensation }) =>
          isForCompensation === true && !subject.nodes.some((node) => node.compensatedBy === id),
      ),
  },
  {
    code: 'eventSubProcessStart',
    level: 'error',
    find: (subject) =>
      where(subject, ({ id, triggeredByEvent }) => {
        const starts = subject.prepared.nodesIn(id).filter(({ type }) => type === 'startEvent');
        return triggeredByEvent === true && (starts.length !== 1 || !starts[0]?.events);
      }),
  },
  {
    code: 'eventSubProcessFlow',
    level: 'error',
    find: (subject) =>
      where(
        subject,
        ({ triggeredByEvent, incoming, outgoing }) =>
          triggeredByEvent === true && incoming.length + outgoing.length > 0,
      ),
  },
  {
    code: 'startMessageTaken',
    level: 'error',
    find: (subject) =>
      eventsWhere(
        subject,
        ({ type, name = '' }, node) =>
          type === 'message' &&
          (node.type === 'startEvent' || beginsInstance(node)) &&
          node.scope === '' &&
          (subject.facts.startMessages?.get(name) ?? subject.process.key) !== subject.process.key,
      ),
  },
  {
    code: 'scopeStart',
    level: 'error',
    find: (subject) =>
      where(
        subject,
        ({ id, type, triggeredByEvent }) =>
          isScopeType(type) &&
          !triggeredByEvent &&
          subject.prepared.nodesIn(id).length > 0 &&
          subject.prepared.entries(id).length === 0,
      ),
  },
];
