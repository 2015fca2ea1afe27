import { beginsInstance, isActivityType, isGatewayType, isScopeType } from '../model/node-types.rules.ts';
import { isStarterKey } from '../model/starters.rules.ts';
import { type Hit, type LintRule, type LintSubject, where } from './lint-rule.rules.ts';

/** Return the ids of all nodes that a token can reach from an entry of their scope. */
function reached({ nodes, prepared }: LintSubject): ReadonlySet<string> {
  const scopes = ['', ...nodes.filter(({ type }) => isScopeType(type)).map(({ id }) => id)];
  const begins = scopes.flatMap((scope) => [
    ...prepared.entries(scope).map(({ id }) => id),
    ...prepared
      .nodesIn(scope)
      .filter((node) => node.type === 'startEvent' || beginsInstance(node))
      .map(({ id }) => id),
  ]);
  return new Set(begins.flatMap((id) => [id, ...prepared.downstream(id)]));
}

const isFree = ({ isForCompensation, triggeredByEvent }: LintSubject['nodes'][number]): boolean =>
  isForCompensation === true || triggeredByEvent === true;

const waits = new Set(['userTask', 'receiveTask', 'intermediateCatchEvent', 'eventBasedGateway', 'callActivity']);

/** Report a cycle in which no node waits: it would run until the command exceeds its limit of steps. */
function restless({ nodes, prepared }: LintSubject): Hit[] {
  const isRestless = (id: string): boolean => {
    const { type, async } = prepared.node(id);
    return !waits.has(type) && !isScopeType(type) && !async;
  };
  return nodes
    .filter(({ id, outgoing }) => {
      if (!isRestless(id)) return false;
      const seen = new Set(outgoing.map((flow) => prepared.flow(flow).target).filter((one) => isRestless(one)));
      for (const one of seen)
        for (const flow of prepared.node(one).outgoing)
          if (isRestless(prepared.flow(flow).target)) seen.add(prepared.flow(flow).target);
      return seen.has(id);
    })
    .slice(0, 1)
    .map(({ id }) => [id]);
}

/** Rules on how nodes and flows are connected. */
export const structureRules: readonly LintRule[] = [
  {
    code: 'badStarter',
    level: 'error',
    find: ({ process }) => (process.starters ?? []).filter((key) => !isStarterKey(key)).map((key): Hit => ['', key]),
  },
  {
    code: 'unknownPaper',
    level: 'error',
    find: ({ process, facts: { paperNames } }) =>
      (process.papers ?? []).filter((name) => paperNames?.has(name) === false).map((name): Hit => ['', name]),
  },
  {
    code: 'noStart',
    level: 'error',
    find: ({ prepared }) =>
      prepared.nodesIn('').some((node) => node.type === 'startEvent' || beginsInstance(node)) ? [] : [['']],
  },
  {
    code: 'noEnd',
    level: 'warning',
    find: ({ nodes }) => (nodes.some(({ type, scope }) => type === 'endEvent' && scope === '') ? [] : [['']]),
  },
  {
    code: 'danglingFlow',
    level: 'error',
    find: ({ flows, prepared }) =>
      flows.filter(({ source, target }) => !prepared.has(source) || !prepared.has(target)).map(({ id }) => [id]),
  },
  {
    code: 'flowAcrossScope',
    level: 'error',
    find: ({ flows, prepared }) =>
      flows
        .filter(({ source, target }) => prepared.node(source).scope !== prepared.node(target).scope)
        .map(({ id }) => [id]),
  },
  {
    code: 'neverReached',
    level: 'error',
    find(subject) {
      const found = reached(subject);
      return where(subject, (node) => !found.has(node.id) && !isFree(node) && node.type !== 'boundaryEvent');
    },
  },
  {
    code: 'deadEnd',
    level: 'warning',
    find: (subject) =>
      where(
        subject,
        (node) =>
          node.outgoing.length === 0 &&
          !isFree(node) &&
          (isActivityType(node.type) || (node.type === 'boundaryEvent' && node.events?.[0]?.type !== 'compensation')),
      ),
  },
  {
    code: 'eventWithoutOutgoing',
    level: 'error',
    find: (subject) =>
      where(
        subject,
        ({ type, outgoing }) => outgoing.length === 0 && ['startEvent', 'intermediateCatchEvent'].includes(type),
      ),
  },
  {
    code: 'gatewayWithoutOutgoing',
    level: 'error',
    find: (subject) => where(subject, ({ type, outgoing }) => isGatewayType(type) && outgoing.length === 0),
  },
  {
    code: 'startWithIncoming',
    level: 'error',
    find: (subject) => where(subject, ({ type, incoming }) => type === 'startEvent' && incoming.length > 0),
  },
  {
    code: 'endWithOutgoing',
    level: 'error',
    find: (subject) => where(subject, ({ type, outgoing }) => type === 'endEvent' && outgoing.length > 0),
  },
  {
    code: 'severalStarts',
    level: 'warning',
    find: ({ prepared }) =>
      prepared.entries('').length > 1
        ? prepared
            .entries('')
            .slice(1)
            .map(({ id }) => [id])
        : [],
  },
  {
    code: 'emptyScope',
    level: 'error',
    find: (subject) => where(subject, ({ type, id }) => isScopeType(type) && subject.prepared.nodesIn(id).length === 0),
  },
  {
    code: 'instantiateIncoming',
    level: 'error',
    find: (subject) => where(subject, (node) => node.instantiates === true && !beginsInstance(node)),
  },
  { code: 'restlessLoop', level: 'warning', find: restless },
];
