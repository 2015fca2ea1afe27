import type { Reading } from '#kernel/server';
import type { AssignmentRule } from '../engine/model/assignment.rules.ts';
import type { FoundPeople, PeopleRequest } from '../engine/state/host.rules.ts';
import { type PresentAccount, followStandIns, standInSql, withStandIns } from '../bindings/absence.server.ts';
import { leadersAbove, type LedDepartment } from './leaders.rules.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';
import { roleFacts } from '#business/system/people/role/role-facts.relation.ts';
import { deptFacts } from '#business/system/people/dept/dept-facts.relation.ts';

/** Group codes that drawings of other products use, with the role aliases that they mean here. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  manager: ['as_manager'],
  boss: ['admin', 'administrator'],
  hr: ['as_hr'],
  leader: ['as_leader'],
  finance: ['as_finance'],
};

const LIVES = 'u.tenant_id = $1 and u.is_deleted = 0 and u.status = 1';

/** The groups above as pairs of code and role aliases. */
export const KNOWN_GROUPS = Object.entries(GROUPS);

/** Return the role aliases that a group code means here. A code that is not listed is itself a role alias. */
export const rolesOfGroup = (group: string): readonly string[] => GROUPS[group] ?? [group];

const isNumber = (value: string): boolean => /^\d{1,19}$/.test(value);

/** Accounts that a rule finds, in a stable order, with their candidate keys. */
interface Found {
  readonly accounts: readonly PresentAccount[];
  readonly keys: readonly string[];
}

const people = (reading: Reading, where: string, value: unknown): Promise<PresentAccount[]> =>
  reading.sql.query<PresentAccount>(
    `select u.id::text as id, ${standInSql('$3')} as "standIn" from ${userFacts} u where ${LIVES} and ${where} order by u.id`,
    [reading.tenantId, value, reading.now()],
  );

/** Return the active accounts with these ids or account names, in the same order. */
async function usersNamed(reading: Reading, values: readonly string[]): Promise<Found> {
  const ids = values.filter(isNumber);
  const rows = await reading.sql.query<PresentAccount & { readonly account: string }>(
    `select u.id::text as id, u.account, ${standInSql('$4')} as "standIn" from ${userFacts} u where ${LIVES} and (u.id = any($2::bigint[]) or u.account = any($3::text[]))`,
    [reading.tenantId, ids, values.filter((one) => !isNumber(one)), reading.now()],
  );
  const accounts = values.flatMap((value) => rows.find((row) => row.id === value || row.account === value) ?? []);
  return { accounts, keys: accounts.map(({ id }) => `u:${id}`) };
}

/**
 * Return the active accounts with these roles or with roles directly below them, and the candidate keys of all these
 * roles.
 */
async function rolesNamed(reading: Reading, values: readonly string[]): Promise<Found> {
  const aliases = values.filter((one) => !isNumber(one)).flatMap((one) => GROUPS[one] ?? [one]);
  const rows = await reading.sql.query<{ id: string }>(
    `with named as (select r.id from ${roleFacts} r where r.tenant_id = $1 and r.is_deleted = 0
       and (r.id = any($2::bigint[]) or r.role_alias = any($3::text[]) or r.role_alias = any($4::text[])))
     select id::text as id from named union
     select c.id::text from ${roleFacts} c where c.tenant_id = $1 and c.is_deleted = 0 and c.parent_id in (select id from named)`,
    [reading.tenantId, values.filter(isNumber), aliases, values],
  );
  const roles = rows.map((row) => row.id);
  const accounts = roles.length ? await people(reading, 'u.role_id && $2::bigint[]', roles) : [];
  return { accounts, keys: roles.map((id) => `r:${id}`) };
}

const departments = (reading: Reading): Promise<LedDepartment[]> =>
  reading.sql.query<LedDepartment>(
    `select d.id::text as id, d.parent_id::text as "parentId", d.leader_id::text as "leaderId" from ${deptFacts} d where d.tenant_id = $1 and d.is_deleted = 0`,
    [reading.tenantId],
  );

/** Return the leaders of departments at some levels, from the nearest up, except one account. */
async function leadersOf(
  reading: Reading,
  deptIds: readonly string[],
  levels: readonly number[],
  not: string,
): Promise<Found> {
  if (!deptIds.length) return { accounts: [], keys: [] };
  const all = await departments(reading);
  const named = deptIds.flatMap((id) => leadersAbove(all, id, not).filter((_, at) => levels.includes(at + 1)));
  return usersNamed(reading, [...new Set(named)]);
}

/**
 * Return the department of the starter: the one in the request, otherwise the first department of the account. Empty
 * list: none.
 */
async function deptsOf(
  reading: Reading,
  { starterId, starterDeptId }: Pick<PeopleRequest, 'starterId' | 'starterDeptId'>,
): Promise<string[]> {
  if (starterDeptId) return [starterDeptId];
  const [row] = await reading.sql.query<{ id: string | null }>(
    `select u.dept_id[1]::text as id from ${userFacts} u where u.tenant_id = $1 and u.id = $2`,
    [reading.tenantId, starterId],
  );
  return row?.id ? [row.id] : [];
}

/** Return the leader of a person's department, or the nearest other leader above; empty: there is none. */
export async function leaderOf(reading: Reading, userId: string): Promise<readonly string[]> {
  const deptIds = await deptsOf(reading, { starterId: userId, starterDeptId: '' });
  return (await leadersOf(reading, deptIds, [1], userId)).accounts.map(({ id }) => id);
}

const upTo = (level: number): number[] => Array.from({ length: Math.min(Math.max(level, 1), 20) }, (_, at) => at + 1);

/** Return the active members of departments or positions, with one candidate key for each department or position. */
async function membersOf(
  reading: Reading,
  column: 'dept_id' | 'post_id',
  letter: 'd' | 'p',
  values: readonly string[],
): Promise<Found> {
  const ids = values.filter(isNumber);
  return {
    accounts: ids.length ? await people(reading, `u.${column} && $2::bigint[]`, ids) : [],
    keys: ids.map((id) => `${letter}:${id}`),
  };
}

type Finder = (reading: Reading, rule: AssignmentRule, request: PeopleRequest) => Promise<Found>;

const named: Finder = (reading, { values = [] }) => usersNamed(reading, values);
const ofRoles: Finder = (reading, { values = [] }) => rolesNamed(reading, values);

const FINDERS: Readonly<Record<AssignmentRule['type'], Finder>> = {
  user: named,
  role: ofRoles,
  group: ofRoles,
  dept: (reading, { values = [] }) => membersOf(reading, 'dept_id', 'd', values),
  post: (reading, { values = [] }) => membersOf(reading, 'post_id', 'p', values),
  deptLeader: (reading, { values = [] }) => leadersOf(reading, values.filter(isNumber), [1], ''),
  starter: (reading, _, { starterId }) => usersNamed(reading, [starterId]),
  starterLeader: async (reading, { level = 1 }, request) =>
    leadersOf(reading, await deptsOf(reading, request), [level], request.starterId),
  starterLeaders: async (reading, { level = 1 }, request) =>
    leadersOf(reading, await deptsOf(reading, request), upTo(level), request.starterId),
  prevAssignee: (reading, _, { actorId }) => usersNamed(reading, actorId ? [actorId] : []),
  admin: (reading) => rolesNamed(reading, ['admin', 'administrator']),
  // The engine has already resolved fields, picks and expressions to account ids.
  formUser: named,
  formDeptLeader: named,
  starterPick: named,
  approverPick: named,
  expr: named,
};

/**
 * People of a request. `inCircles` names absent people whose substitutes form a circle; the administrator replaces
 * them.
 */
export interface FoundWithCircles extends FoundPeople {
  readonly inCircles: readonly string[];
}

/** Return the first administrator of the company, if possible one who is not among `ids`; null if there is none. */
async function administratorBeside(reading: Reading, ids: readonly string[]): Promise<string | null> {
  const { accounts } = await rolesNamed(reading, ['admin', 'administrator']);
  return (accounts.find(({ id }) => !ids.includes(id)) ?? accounts.at(0))?.id ?? null;
}

/**
 * Return the people of a task: active accounts of this company, each once, in the order of the rules, with substitutes
 * of absent people.
 */
export async function findPeople(reading: Reading, request: PeopleRequest): Promise<FoundWithCircles> {
  const accounts: PresentAccount[] = [];
  const keys = new Set<string>();
  for (const rule of request.by) {
    const found = await FINDERS[rule.type](reading, rule, request);
    accounts.push(...found.accounts);
    for (const key of found.keys) keys.add(key);
  }
  const there = await followStandIns(reading, accounts);
  const inCircles = there.flatMap(({ id, present }) => (present === null ? [id] : []));
  const administrator = inCircles.length ? await administratorBeside(reading, inCircles) : null;
  return { people: withStandIns(there, administrator), keys: [...keys], inCircles };
}
