import type { Assignment, AssignmentRule } from '../model/assignment.rules.ts';
import type { ProcessNode, UserTaskPart } from '../model/compiled-process.rules.ts';
import { isActivityType } from '../model/node-types.rules.ts';
import { askingBehind } from '../run/tasks/decision-asked.rules.ts';
import { parseDuration } from '../time/iso-duration.rules.ts';
import { type Hit, isPlain, type LintRule, type LintSubject, where } from './lint-rule.rules.ts';

const MODES = new Set<Assignment['mode']>(['single', 'claim', 'all', 'any', 'ratio', 'seq']);

/** The part that each type of assignment rule requires. */
const NEEDS: Readonly<Record<AssignmentRule['type'], 'values' | 'field' | 'nothing'>> = {
  user: 'values',
  role: 'values',
  dept: 'values',
  deptLeader: 'values',
  post: 'values',
  group: 'values',
  expr: 'values',
  formUser: 'field',
  formDeptLeader: 'field',
  starter: 'nothing',
  starterLeader: 'nothing',
  starterLeaders: 'nothing',
  prevAssignee: 'nothing',
  starterPick: 'nothing',
  approverPick: 'nothing',
  admin: 'nothing',
};

function isRuleBroken(rule: AssignmentRule): boolean {
  const needs = Object.hasOwn(NEEDS, rule.type) ? NEEDS[rule.type] : undefined;
  if (needs === undefined) return true;
  if (needs === 'values') return !Array.isArray(rule.values) || rule.values.length === 0;
  return needs === 'field' && !rule.field;
}

const tasks = ({ nodes }: LintSubject): { id: string; part: UserTaskPart }[] =>
  nodes.flatMap(({ id, userTask }) => (userTask ? [{ id, part: userTask }] : []));

/** Return the rules of an assignment; none if its attribute in the drawing is no JSON list. */
const rulesOf = ({ assignment }: UserTaskPart): readonly AssignmentRule[] =>
  Array.isArray(assignment.by) ? assignment.by : [];

const GROUPS = new Set<AssignmentRule['type']>(['role', 'group', 'dept', 'post']);

function unknown(
  subject: LintSubject,
  known: ReadonlySet<string> | undefined,
  isMeant: (rule: AssignmentRule) => boolean,
): Hit[] {
  if (!known) return [];
  return tasks(subject).flatMap(({ id, part }) =>
    rulesOf(part)
      .filter((rule) => isMeant(rule))
      .flatMap(({ values = [] }) => values)
      .filter((value) => isPlain(value) && !known.has(value))
      .map((value): Hit => [id, value]),
  );
}

function isTimeoutBroken({ timeout }: UserTaskPart): boolean {
  if (!timeout) return false;
  if (!['remind', 'approve', 'reject', 'transfer'].includes(timeout.action)) return true;
  if (timeout.action === 'transfer' && !timeout.transferTo) return true;
  return typeof timeout.after !== 'string' || (isPlain(timeout.after) && !parseDuration(timeout.after));
}

const RIGHTS: readonly unknown[] = ['read', 'edit', 'hide'];

/** Return the rights of fields that a node names; none if its attribute in the drawing is no JSON object. */
const rightsOf = ({ fields }: UserTaskPart): [string, unknown][] =>
  typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? Object.entries(fields) : [];

const areRightsBroken = ({ fields }: UserTaskPart): boolean =>
  fields !== undefined &&
  (typeof fields !== 'object' || Array.isArray(fields) || Object.values(fields).some((one) => !RIGHTS.includes(one)));

/**
 * Return whether a rejection of a task ends the instance although more work or an approval follows: nothing reads the
 * decision.
 */
function isRejectionFinal({ prepared }: LintSubject, node: ProcessNode): boolean {
  if (!node.userTask || node.isForCompensation) return false;
  const { isAsked, reached } = askingBehind(prepared, node);
  return !isAsked && reached.some((one) => isActivityType(one.type) || one.outcome === 'approved');
}

/** Rules on user tasks, services, calls and loops. */
export const taskRules: readonly LintRule[] = [
  {
    code: 'taskWithoutName',
    level: 'warning',
    find: (subject) => where(subject, ({ type, name }) => type === 'userTask' && name === ''),
  },
  {
    code: 'nobodyAssigned',
    level: 'warning',
    find: (subject) =>
      tasks(subject)
        .filter(({ part }) => rulesOf(part).length === 0)
        .map(({ id }) => [id]),
  },
  {
    code: 'rejectionEnds',
    level: 'warning',
    find: (subject) => where(subject, (node) => isRejectionFinal(subject, node)),
  },
  {
    code: 'assignmentRule',
    level: 'error',
    find: (subject) =>
      tasks(subject)
        .filter(({ part }) => !MODES.has(part.assignment.mode) || rulesOf(part).some((rule) => isRuleBroken(rule)))
        .map(({ id }) => [id]),
  },
  {
    code: 'ratioRange',
    level: 'error',
    find: (subject) =>
      tasks(subject)
        .filter(
          ({ part: { assignment } }) =>
            assignment.mode === 'ratio' && !((assignment.ratio ?? 0) > 0 && (assignment.ratio ?? 0) <= 1),
        )
        .map(({ id }) => [id]),
  },
  {
    code: 'unknownGroup',
    level: 'warning',
    find: (subject) => unknown(subject, subject.facts.groups, ({ type }) => GROUPS.has(type)),
  },
  {
    code: 'unknownUser',
    level: 'warning',
    find: (subject) => unknown(subject, subject.facts.users, ({ type }) => type === 'user'),
  },
  {
    code: 'timeoutBroken',
    level: 'error',
    find: (subject) =>
      tasks(subject)
        .filter(({ part }) => isTimeoutBroken(part))
        .map(({ id }) => [id]),
  },
  {
    code: 'fieldRights',
    level: 'error',
    find: (subject) =>
      tasks(subject)
        .filter(({ part }) => areRightsBroken(part))
        .map(({ id }) => [id]),
  },
  {
    code: 'unknownField',
    level: 'warning',
    find: (subject) =>
      tasks(subject).flatMap(({ id, part }) =>
        rightsOf(part).flatMap(([name, right]): Hit[] => {
          const known = right === 'edit' ? subject.facts.inputs : subject.facts.fields;
          return known?.has(name) === false ? [[id, name]] : [];
        }),
      ),
  },
  {
    code: 'serviceMissing',
    level: 'error',
    find: (subject) =>
      where(
        subject,
        ({ type, service }) => ['serviceTask', 'businessRuleTask'].includes(type) && service === undefined,
      ),
  },
  {
    code: 'unknownService',
    level: 'error',
    find: ({ nodes, facts: { services } }) =>
      nodes.flatMap(({ id, service }): Hit[] =>
        service !== undefined && services?.has(service) === false ? [[id, service]] : [],
      ),
  },
  {
    code: 'scriptEmpty',
    level: 'warning',
    find: (subject) => where(subject, ({ type, script }) => type === 'scriptTask' && (script ?? []).length === 0),
  },
  {
    code: 'calledMissing',
    level: 'error',
    find: (subject) => where(subject, ({ type, calledProcess }) => type === 'callActivity' && !calledProcess),
  },
  {
    code: 'unknownCalled',
    level: 'error',
    find: ({ nodes, process, facts: { processes } }) =>
      nodes.flatMap(({ id, calledProcess = '' }): Hit[] =>
        calledProcess !== '' &&
        isPlain(calledProcess) &&
        processes?.has(calledProcess) === false &&
        calledProcess !== process.key
          ? [[id, calledProcess]]
          : [],
      ),
  },
  {
    code: 'multiWithoutCount',
    level: 'error',
    find: (subject) =>
      where(
        subject,
        ({ loop }) => loop?.kind === 'multi' && loop.cardinality === undefined && loop.collection === undefined,
      ),
  },
  {
    code: 'loopMaximum',
    level: 'error',
    find: ({ nodes }) =>
      nodes.flatMap(({ id, loop }): Hit[] =>
        loop?.kind === 'standard' && loop.most !== undefined && isPlain(loop.most) && !/^[1-9]\d*$/.test(loop.most)
          ? [[id, loop.most]]
          : [],
      ),
  },
  {
    code: 'endlessLoop',
    level: 'warning',
    find: (subject) =>
      where(
        subject,
        ({ loop }) => loop?.kind === 'standard' && loop.condition === undefined && loop.most === undefined,
      ),
  },
  {
    code: 'unknownVerb',
    level: 'error',
    find: ({ nodes, facts: { verbs } }) =>
      nodes.flatMap(({ id, onEnter, onComplete }) =>
        [onEnter, onComplete].flatMap((verb): Hit[] =>
          verb !== undefined && verbs?.has(verb) === false ? [[id, verb]] : [],
        ),
      ),
  },
];
