import { isEmpty } from '#kernel/fields/kind.ts';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import { type Reading, inClear } from '#kernel/server';
import { registrationEquipment } from '#business/intake/registration/registration-equipment.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { material } from '#business/materials/items/material.paper.ts';
import type { SuggestedPart } from '../candidates/suggested-parts.rules.ts';
import { crewMember } from '../crew/crew-member.paper.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { OPEN_VISIT_STATES } from './visit-states.rules.ts';
import type { VisitDetail } from './on-phone.calls.ts';
import type { visit } from './visit.paper.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';

const MOST_PARTS = 20;

/** The technician behind the account that asks; `0` is nobody. */
export const technicianOf = async (reading: Reading): Promise<string> =>
  (
    await reading.sql.query<{ id: string }>(
      `select id::text as id from ${technicianFacts} where tenant_id = $1 and user_id = $2 and is_deleted = 0`,
      [reading.tenantId, reading.person.id],
    )
  )[0]?.id ?? '0';

/** The number of the customer of an own visit that is open, in clear, so that it can be dialled without a network; everybody else sees it masked. */
export async function withPhone<R extends AnsweredRow<typeof visit>>(
  reading: Reading,
  row: R,
): Promise<R & { readonly contactPhone?: string | null }> {
  const own =
    row.technicianId === (await technicianOf(reading)) &&
    !isEmpty(row.acceptTime) &&
    OPEN_VISIT_STATES.includes(row.taskStatus);
  if (!own) return row;
  const [of] = await reading.sql.query<{ phone: string }>(
    `select phone from ${registrationFacts} where tenant_id = $1 and id = $2`,
    [reading.tenantId, row.registrationFormId],
  );
  return { ...row, contactPhone: inClear(reading.visible(registration).present({ phone: of?.phone ?? null }).phone) };
}

/** A visit with where it leads: order, dispatch form, crew and machines. */
export async function visitDetail(reading: Reading, row: AnsweredRow<typeof visit>): Promise<VisitDetail> {
  const match = { id: row.registrationFormId };
  const [order] = await reading.visible(registration, { match }).rows({ first: 1 });
  const [form] = await reading.visible(dispatchForm, { match: { id: row.dispId } }).rows({ first: 1 });
  return {
    ...(await withPhone(reading, row)),
    registration: order ?? null,
    dispatch: form ?? null,
    crew: await reading.find(crewMember, { dispId: row.dispId, isCurrent: true }, { limit: 100 }),
    equipment: await reading.find(
      registrationEquipment,
      { registrationFormId: row.registrationFormId },
      { limit: 500 },
    ),
    bring: await partsToBring(reading, form?.materialHint),
  };
}

/** The suggested parts with the names of the goods; the technician needs no right to the master data for that. */
async function partsToBring(
  reading: Reading,
  hints: readonly SuggestedPart[] | '' | null | undefined,
): Promise<NonNullable<VisitDetail['bring']>> {
  const some = (hints || []).slice(0, MOST_PARTS);
  if (some.length === 0) return [];
  const items = await reading.find(material, { id: some.map((one) => one.materialId) }, { limit: some.length });
  return some.flatMap(({ materialId, qty }) => {
    const item = items.find((one) => one.id === String(materialId));
    return item ? [{ materialId: item.id, name: item.itemName, qty: Number(qty) || 1 }] : [];
  });
}
