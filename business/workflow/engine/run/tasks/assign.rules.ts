import type { Assignment, AssignmentRule } from '../../model/assignment.rules.ts';
import { isOfStarter, starterPolicyOf } from '../../model/of-starter.rules.ts';
import { valueText } from '../../expression/values.rules.ts';
import type { AssignedPerson, FoundPeople, PeopleRequest } from '../../state/host.rules.ts';
import type { ExecutionRow } from '../../state/rows.rules.ts';
import type { Session } from '../session/session.rules.ts';
import { evaluateText, listFrom, readVariable } from '../session/variables.rules.ts';

/** People of a task. `auto`: the decision that is made without them. */
export interface Assigned extends FoundPeople {
  readonly auto?: { readonly pass: boolean; readonly reason: 'empty' | 'sameAsStarter' | 'repeated' };
}

/** Return a rule whose expressions, fields and picked people are replaced by their values. */
function resolved(session: Session, execution: ExecutionRow, rule: AssignmentRule): AssignmentRule {
  const texts = (value: ReturnType<typeof readVariable>): string[] => listFrom(value).map((one) => valueText(one));
  if (rule.type === 'formUser' || rule.type === 'formDeptLeader') {
    const values = texts(readVariable(session, execution, rule.field ?? ''));
    return rule.type === 'formUser' ? { type: 'user', values } : { ...rule, type: 'deptLeader', values };
  }
  if (rule.type === 'starterPick' || rule.type === 'approverPick')
    return { type: 'user', values: texts(readVariable(session, execution, `pick_${execution.nodeId}`)) };
  const values = (rule.values ?? []).flatMap((text) => texts(evaluateText(session, execution, text)));
  return { ...rule, type: rule.type === 'expr' ? 'user' : rule.type, ...(rule.values && { values }) };
}

/** Return the facts by which the host limits the task to people who may approve the paper. */
function taskFacts(session: Session, execution: ExecutionRow, assignment: Assignment): PeopleRequest['task'] {
  const { businessTable, businessId } = session.instances.row(session.instances.row(execution.instanceId).rootId);
  return { businessTable, businessId, ofStarter: isOfStarter(assignment, session.processOf(execution).initiators) };
}

/** Return the people whom some rules find for a task of a node, each once. */
const peopleForTask = (
  session: Session,
  execution: ExecutionRow,
  assignment: Assignment,
  rules: readonly AssignmentRule[],
): Promise<FoundPeople> => peopleOf(session, execution, rules, taskFacts(session, execution, assignment));

/** Return the people whom some rules find, each once. `task` limits them to people who may have that task. */
export async function peopleOf(
  session: Session,
  execution: ExecutionRow,
  rules: readonly AssignmentRule[],
  task?: PeopleRequest['task'],
): Promise<FoundPeople> {
  const { starterId, starterDeptId } = session.instances.row(execution.instanceId);
  const by = rules.map((rule) => resolved(session, execution, rule));
  if (by.every(({ type, values }) => values?.length === 0 && type !== 'starter')) return { people: [], keys: [] };
  return session.host.people({
    by,
    instanceId: execution.instanceId,
    nodeId: execution.nodeId,
    starterId,
    starterDeptId,
    actorId: session.actorId,
    ...(task && { task }),
  });
}

/**
 * Return the people of a task by the rules of its node. Then apply the policies for the starter as decider, for
 * repeated approvals, and for no people.
 */
export async function assignedTo(session: Session, execution: ExecutionRow, assignment: Assignment): Promise<Assigned> {
  const found = await peopleForTask(session, execution, assignment, assignment.by);
  if (found.people.length === 0) return whereNobody(session, execution, assignment);
  const others = await withoutStarter(session, execution, assignment, found);
  if ('auto' in others) return others;
  // Only the starter is left. A policy such as `pass` would let the starter approve the started process, so the
  // administrator decides.
  if (others.people.length === 0) return byAdministrator(session, execution, assignment);
  return withoutRepeats(session, execution, assignment, others);
}

async function withoutStarter(
  session: Session,
  execution: ExecutionRow,
  assignment: Assignment,
  found: FoundPeople,
): Promise<Assigned> {
  const sameAsStarter = starterPolicyOf(assignment, session.processOf(execution).initiators);
  const { starterId } = session.instances.row(execution.instanceId);
  const isOwn = found.people.some(({ userId }) => userId === starterId);
  if (sameAsStarter === 'self' || !isOwn) return found;
  const rest = found.people.filter(({ userId }) => userId !== starterId);
  // The other candidates still can claim the task. It is offered to them one by one, because the key of a role would
  // include the starter.
  if (assignment.mode === 'claim' && rest.length > 0) return onlyThese(rest, starterId);
  if (sameAsStarter === 'skip')
    return rest.length === 0
      ? { people: [], keys: [], auto: { pass: true, reason: 'sameAsStarter' } }
      : onlyThese(rest);
  const instead = await peopleForTask(session, execution, assignment, [
    sameAsStarter === 'admin' ? { type: 'admin' } : { type: 'starterLeader', level: 1 },
  ]);
  const added = instead.people.filter(
    (one) => one.userId !== starterId && !rest.some(({ userId }) => userId === one.userId),
  );
  return onlyThese([...rest, ...added]);
}

/** Return people with a candidate key for each and for the absent person that each represents, except the starter. */
const onlyThese = (people: readonly AssignedPerson[], starterId?: string): FoundPeople => ({
  people,
  keys: [...new Set(people.flatMap(({ userId, onBehalfOf }) => [userId, ...(onBehalfOf ? [onBehalfOf] : [])]))].flatMap(
    (id) => (id === starterId ? [] : [`u:${id}`]),
  ),
});

/** Apply the policy for a task without people: return other people, or an automatic decision. */
export async function whereNobody(
  session: Session,
  execution: ExecutionRow,
  assignment: Assignment,
): Promise<Assigned> {
  const { empty = 'admin', emptyUser } = assignment;
  if (empty === 'pass' || empty === 'reject')
    return { people: [], keys: [], auto: { pass: empty === 'pass', reason: 'empty' } };
  if (empty === 'admin') return byAdministrator(session, execution, assignment);
  const named = await peopleForTask(session, execution, assignment, [
    { type: 'user', values: emptyUser === undefined ? [] : [emptyUser] },
  ]);
  const others = exceptStarter(session, execution, assignment, named);
  // If `emptyUser` is the starter, the administrator decides. If the account `emptyUser` is closed, the task stays
  // unassigned.
  return named.people.length > 0 && others.people.length === 0
    ? byAdministrator(session, execution, assignment)
    : others;
}

/**
 * Return the administrator, but not one who is the starter. A task without any other decider stays unassigned, which
 * opens an incident.
 */
const byAdministrator = async (session: Session, execution: ExecutionRow, assignment: Assignment): Promise<Assigned> =>
  exceptStarter(
    session,
    execution,
    assignment,
    await peopleForTask(session, execution, assignment, [{ type: 'admin' }]),
  );

/** Return people without the starter, unless the model assigns the task to the starter. */
function exceptStarter(
  session: Session,
  execution: ExecutionRow,
  assignment: Assignment,
  found: FoundPeople,
): FoundPeople {
  const { starterId } = session.instances.row(execution.instanceId);
  if (starterPolicyOf(assignment, session.processOf(execution).initiators) === 'self') return found;
  if (!found.people.some(({ userId }) => userId === starterId)) return found;
  return onlyThese(
    found.people.filter(({ userId }) => userId !== starterId),
    starterId,
  );
}

/** Return the assignees of tasks passed by this command, which the database does not contain yet. */
const passedNow = (session: Session, { instanceId }: ExecutionRow): string[] =>
  session.tasks
    .filter((task) => task.instanceId === instanceId && task.decision === 'pass')
    .flatMap(({ assigneeId }) => assigneeId ?? []);

async function withoutRepeats(
  session: Session,
  execution: ExecutionRow,
  { repeat = 'none', mode }: Assignment,
  assigned: FoundPeople,
): Promise<Assigned> {
  const [first] = assigned.people;
  if (repeat === 'none' || mode !== 'single' || !first) return assigned;
  const before = [...(await session.host.passedBefore(execution.instanceId)), ...passedNow(session, execution)];
  const again = repeat === 'all' ? before.includes(first.userId) : before.at(-1) === first.userId;
  return again ? { ...assigned, auto: { pass: true, reason: 'repeated' } } : assigned;
}
