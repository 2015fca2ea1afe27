import { type AnyPaper, governedOf } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import type { FoundPeople, PeopleRequest } from '../engine/state/host.rules.ts';
import { findPeople } from './people.server.ts';

/** The row that a process instance is about: its table and id. */
interface Business {
  readonly businessTable: string;
  readonly businessId: string;
}

/** Return the governed paper of an instance by its table; undefined if the instance has none. */
export const governedPaper = ({ rooms }: Pick<Reading, 'rooms'>, businessTable: string): AnyPaper | undefined =>
  businessTable
    ? rooms
        .flatMap((room): readonly AnyPaper[] => room.papers)
        .find((one) => one.table === businessTable && one.lifecycle?.governed)
    : undefined;

/**
 * Return the accounts among these that may approve the row of an instance. Return all if no process may govern the
 * paper of the instance.
 */
export async function whoMayApprove(
  reading: Reading,
  { businessTable, businessId }: Business,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const paper = governedPaper(reading, businessTable);
  if (!paper || !businessId) return new Set(userIds);
  const { approve } = governedOf(paper);
  return reading.whoMay(userIds, paper, approve, businessId);
}

const keysOf = (ids: readonly string[]): string[] => [...new Set(ids)].map((id) => `u:${id}`);

/** Return the first administrator who may approve the paper, otherwise the first administrator. */
async function administrator(reading: Reading, request: PeopleRequest, task: Business): Promise<FoundPeople> {
  const { people } = await findPeople(reading, { ...request, by: [{ type: 'admin' }] });
  const entitled = await whoMayApprove(
    reading,
    task,
    people.map(({ userId }) => userId),
  );
  const first = people.find(({ userId }) => entitled.has(userId) && userId !== request.starterId) ?? people[0];
  return first ? { people: [first], keys: keysOf([first.userId]) } : { people: [], keys: [] };
}

/**
 * Restrict a task of a governed paper to people who may approve the row; if none may, the administrator gets it. The
 * starter also qualifies if the model assigns the task to the starter. Candidate keys stay as they are if all found
 * people qualify.
 */
export async function withApprovalRight(
  reading: Reading,
  request: PeopleRequest,
  found: FoundPeople,
): Promise<FoundPeople & { readonly isReplaced: boolean }> {
  const { task, starterId } = request;
  if (!task || !found.people.length || !governedPaper(reading, task.businessTable))
    return { ...found, isReplaced: false };
  const away = found.people.flatMap(({ onBehalfOf }) => onBehalfOf ?? []);
  const judges = [...new Set([...found.people.map(({ userId }) => userId), ...away])];
  const entitled = await whoMayApprove(reading, task, judges);
  const isEntitled = (id: string): boolean => entitled.has(id) || (task.ofStarter && id === starterId);
  if (judges.every((id) => isEntitled(id))) return { ...found, isReplaced: false };
  const people = found.people.filter(({ userId }) => isEntitled(userId));
  if (!people.length) return { ...(await administrator(reading, request, task)), isReplaced: true };
  const keys = keysOf([...people.map(({ userId }) => userId), ...away].filter((id) => isEntitled(id)));
  return { people, keys, isReplaced: false };
}
