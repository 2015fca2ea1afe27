import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { crewMember } from '../crew/crew-member.paper.ts';
import { occupancy } from './occupancy.paper.ts';
import type { visit } from '../visit/visit.paper.ts';

type Visit = Row<typeof visit>;

type Member = Row<typeof crewMember>;

export const leadFirst = (members: readonly Member[]): Member[] =>
  members.toSorted((one, other) => Number(other.crewRole === 'lead') - Number(one.crewRole === 'lead'));

/** Return the current crew of a form, the lead first. */
export async function crewOf(context: Context, dispId: string): Promise<Member[]> {
  return leadFirst(await context.find(crewMember, { dispId, isCurrent: true }, { limit: 100 }));
}

/** Book the time of a visit for its whole crew, and replace earlier bookings of the visit. */
export async function occupy(context: Context, of: Visit, crew: readonly string[], forced: boolean): Promise<void> {
  await releaseOccupancy(context, of.id);
  await occupyAnew(context, of, crew, forced);
}

/** Book the time of a visit for its whole crew; the visit must have no bookings yet. */
export async function occupyAnew(context: Context, of: Visit, crew: readonly string[], forced: boolean): Promise<void> {
  for (const technicianId of crew)
    await context.create(occupancy, {
      technicianId,
      dispatchListId: of.id,
      occupyFrom: of.planStart,
      occupyTo: of.planEnd,
      isOpen: true,
      forced,
    });
}

/** Close the open bookings of a visit, so that its time is free for other visits. The rows remain. */
export async function releaseOccupancy(context: Context, visitId: string): Promise<void> {
  await context.sql.query(
    'update asoccupancy set is_open = false, version = version + 1, update_time = $3 where tenant_id = $1 and dispatch_list_id = $2 and is_open and is_deleted = 0',
    [context.tenantId, visitId, context.now()],
  );
}

/** Delete the bookings of removed visits. */
export async function deleteOccupancy(context: Context, visitIds: readonly string[]): Promise<void> {
  await context.sql.query(
    'update asoccupancy set is_open = false, is_deleted = 1, version = version + 1, update_time = $3 where tenant_id = $1 and dispatch_list_id = any($2::bigint[]) and is_deleted = 0',
    [context.tenantId, visitIds, context.now()],
  );
}

/** Book the time of an open visit again, for its changed crew. */
export async function reoccupy(context: Context, of: Visit): Promise<void> {
  const crew = await crewOf(context, of.dispId);
  await occupy(
    context,
    of,
    crew.map((one) => one.technicianId),
    of.forced === true,
  );
}
