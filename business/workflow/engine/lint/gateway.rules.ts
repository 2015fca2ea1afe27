import type { ProcessNode } from '../model/compiled-process.rules.ts';
import { isActivityType } from '../model/node-types.rules.ts';
import { type Hit, type LintRule, type LintSubject, where } from './lint-rule.rules.ts';

/** Return whether a node can send out several tokens at once. */
const splits = ({ type, outgoing, boundaries = [], completionQuantity = 1 }: ProcessNode): boolean =>
  completionQuantity > 1 ||
  boundaries.length > 0 ||
  (outgoing.length > 1 && type !== 'exclusiveGateway' && type !== 'eventBasedGateway');

/** Return the incoming flows of a join that a token can reach after it leaves a node by `flow`. */
function fedBy({ prepared }: LintSubject, join: ProcessNode, flow: string): string[] {
  const { target } = prepared.flow(flow);
  return join.incoming.filter((into) => into === flow || (target !== join.id && prepared.upstream(into).has(target)));
}

/**
 * Report parallel joins that would wait forever, because no earlier node can send tokens to two of their flows at once.
 */
function starving(subject: LintSubject): Hit[] {
  const joins = subject.nodes.filter(({ type, incoming }) => type === 'parallelGateway' && incoming.length > 1);
  return joins.filter((join) => !isFed(subject, join)).map(({ id }) => [id]);
}

function isFed(subject: LintSubject, join: ProcessNode): boolean {
  const { prepared } = subject;
  const sources = prepared.nodesIn(join.scope).filter((node) => splits(node));
  const ways = sources.map((node) => [
    ...node.outgoing,
    ...(node.boundaries ?? []).flatMap((id) => prepared.node(id).outgoing),
  ]);
  const begins = prepared.entries(join.scope).flatMap(({ outgoing }) => outgoing);
  const groups = [...ways, begins].map((flows) => flows.map((flow) => fedBy(subject, join, flow)));
  return join.incoming.every((into) =>
    groups.some((group) => {
      const first = group.findIndex((fed) => fed.includes(into));
      return first >= 0 && group.some((fed, at) => at !== first && fed.some((other) => other !== into));
    }),
  );
}

const conditionsOf = ({ prepared }: LintSubject, { outgoing }: ProcessNode): (string | undefined)[] =>
  outgoing.map((flow) => prepared.flow(flow).condition);

const bare = (condition: string): string => condition.replaceAll(/^[$#]\{|\}$|\s/g, '');

const OPPOSITES: ReadonlyMap<string, string> = new Map([
  ['<=', '>'],
  ['>', '<='],
  ['<', '>='],
  ['>=', '<'],
  ['==', '!='],
  ['!=', '=='],
]);

/** Return the texts by which a drawing may write the negation of a condition. */
const oppositesOf = (condition: string): string[] => [
  `!${condition}`,
  `!(${condition})`,
  `not${condition}`,
  condition.replace(/[<>=!]=|[<>]/, (sign) => OPPOSITES.get(sign) ?? sign),
];

/** Return whether one of the conditions is the negation of another, so that exactly one of the two always holds. */
function isComplete(conditions: readonly (string | undefined)[]): boolean {
  const all = new Set(conditions.map((condition) => bare(condition ?? '')));
  return [...all].some((condition) => oppositesOf(condition).some((other) => other !== condition && all.has(other)));
}

/** Rules on gateways that split or join. */
export const gatewayRules: readonly LintRule[] = [
  { code: 'starvingJoin', level: 'error', find: starving },
  {
    code: 'exclusiveWithoutDefault',
    level: 'warning',
    find: (subject) =>
      where(subject, (node) => {
        const conditions = conditionsOf(subject, node);
        const mayBeStuck =
          ['exclusiveGateway', 'inclusiveGateway'].includes(node.type) && node.defaultFlow === undefined;
        return mayBeStuck && conditions.length > 0 && !conditions.includes(undefined) && !isComplete(conditions);
      }),
  },
  {
    code: 'shadowedFlow',
    level: 'warning',
    find: (subject) =>
      where(subject, (node) => {
        if (node.type !== 'exclusiveGateway') return false;
        const open = node.outgoing.findIndex(
          (flow) => flow !== node.defaultFlow && subject.prepared.flow(flow).condition === undefined,
        );
        return (
          open >= 0 && node.outgoing.length > 1 && (open < node.outgoing.length - 1 || node.defaultFlow !== undefined)
        );
      }),
  },
  {
    code: 'defaultWithCondition',
    level: 'warning',
    find: ({ nodes, prepared }) =>
      nodes.flatMap(({ defaultFlow, outgoing }): Hit[] =>
        defaultFlow !== undefined &&
        outgoing.includes(defaultFlow) &&
        prepared.flow(defaultFlow).condition !== undefined
          ? [[defaultFlow]]
          : [],
      ),
  },
  {
    code: 'defaultNotOutgoing',
    level: 'error',
    find: (subject) =>
      where(subject, ({ defaultFlow, outgoing }) => defaultFlow !== undefined && !outgoing.includes(defaultFlow)),
  },
  {
    code: 'conditionIgnored',
    level: 'warning',
    find: ({ flows, prepared }) =>
      flows
        .filter(
          ({ source, condition }) =>
            condition !== undefined && ['parallelGateway', 'eventBasedGateway'].includes(prepared.node(source).type),
        )
        .map(({ id }) => [id]),
  },
  {
    code: 'mayBeStuck',
    level: 'warning',
    find: (subject) =>
      where(subject, (node) => {
        const conditions = conditionsOf(subject, node);
        return (
          isActivityType(node.type) &&
          node.defaultFlow === undefined &&
          conditions.length > 0 &&
          !conditions.includes(undefined) &&
          !isComplete(conditions)
        );
      }),
  },
  {
    code: 'eventGatewayTarget',
    level: 'error',
    find: ({ nodes, prepared }) =>
      nodes
        .filter(({ type }) => type === 'eventBasedGateway')
        .flatMap(({ outgoing }) => outgoing.map((flow) => prepared.node(prepared.flow(flow).target)))
        .filter(({ type, events, incoming }) =>
          type === 'receiveTask'
            ? incoming.length > 1
            : type !== 'intermediateCatchEvent' || !events || incoming.length > 1,
        )
        .map(({ id }) => [id]),
  },
  {
    code: 'eventGatewaySingle',
    level: 'warning',
    find: (subject) => where(subject, ({ type, outgoing }) => type === 'eventBasedGateway' && outgoing.length === 1),
  },
];
