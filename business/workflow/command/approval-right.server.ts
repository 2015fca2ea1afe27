import { type AnyPaper, governedOf } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import type { FoundPeople, PeopleRequest } from '../engine/state/host.rules.ts';
import { findPeople } from './people.server.ts';

/** What a case is about. */
interface Business {
  readonly businessTable: string;
  readonly businessId: string;
}

/** The paper that a case is about, where a process may govern it. */
export const governedPaper = ({ rooms }: Pick<Reading, 'rooms'>, businessTable: string): AnyPaper | undefined =>
  businessTable
    ? rooms
        .flatMap((room): readonly AnyPaper[] => room.papers)
        .find((one) => one.table === businessTable && one.lifecycle?.governed)
    : undefined;

/** Return those of some accounts who may approve the paper of a case, its row within their scope; all where no process governs it. */
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

/** The first administrator who may approve the paper, else the first administrator. */
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
 * Offer a task of a governed paper only to people who may approve it; where nobody may, the administrator gets it. The starter keeps what
 * the model assigns to the starter. Keys of roles stay where all of their people may.
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
  const asked = [...new Set([...found.people.map(({ userId }) => userId), ...away])];
  const entitled = await whoMayApprove(reading, task, asked);
  const isEntitled = (id: string): boolean => entitled.has(id) || (task.ofStarter && id === starterId);
  if (asked.every((id) => isEntitled(id))) return { ...found, isReplaced: false };
  const people = found.people.filter(({ userId }) => isEntitled(userId));
  if (!people.length) return { ...(await administrator(reading, request, task)), isReplaced: true };
  const keys = keysOf([...people.map(({ userId }) => userId), ...away].filter((id) => isEntitled(id)));
  return { people, keys, isReplaced: false };
}
