import { isEmpty } from '#kernel/fields/kind.ts';
import type { Row } from '#kernel/language/paper.ts';
import { InClear, type Reading } from '#kernel/server';
import { registrationEquipment } from '#business/intake/registration/registration-equipment.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import type { VisibleRow } from '#kernel/server';
import { crewMember } from '../crew/crew-member.paper.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { OPEN_VISIT_STATES } from './visit-states.rules.ts';
import type { visit } from './visit.paper.ts';

/** The technician behind the account that asks; `0` is nobody. */
export const technicianOf = async (reading: Reading): Promise<string> =>
  (
    await reading.sql.query<{ id: string }>(
      'select id::text as id from astechnician where tenant_id = $1 and user_id = $2 and is_deleted = 0',
      [reading.tenantId, reading.person.id],
    )
  )[0]?.id ?? '0';

/** The number of the customer of an own visit that is open, in clear, so that it can be dialled without a network; everybody else sees it masked. */
export async function withPhone(reading: Reading, row: VisibleRow): Promise<VisibleRow> {
  const own =
    row.technicianId === (await technicianOf(reading)) &&
    !isEmpty(row.acceptTime) &&
    OPEN_VISIT_STATES.includes(row.taskStatus as never);
  if (!own) return row;
  const [of] = await reading.sql.query<{ phone: string }>(
    'select phone from asregistrationform where tenant_id = $1 and id = $2',
    [reading.tenantId, row.registrationFormId],
  );
  return { ...row, contactPhone: new InClear(reading.present(registration, { phone: of?.phone ?? null }).phone) };
}

/** A visit with where it leads: order, dispatch form, crew and machines. */
export async function visitDetail(reading: Reading, row: Row<typeof visit>): Promise<Record<string, unknown>> {
  const match = { id: row.registrationFormId };
  const [order] = await reading.visible(registration, { match, limit: 1 });
  const [form] = await reading.visible(dispatchForm, { match: { id: row.dispId }, limit: 1 });
  return {
    ...(await withPhone(reading, row as unknown as VisibleRow)),
    registration: order ?? null,
    dispatch: form ?? null,
    crew: await reading.find(crewMember, { dispId: row.dispId, isCurrent: true }, 100),
    equipment: await reading.find(registrationEquipment, { registrationFormId: row.registrationFormId }, 500),
  };
}
