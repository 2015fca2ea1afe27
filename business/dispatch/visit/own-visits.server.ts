import { isEmpty } from '#kernel/fields/kind.ts';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import { type Reading, inClear } from '#kernel/server';
import { registrationEquipment } from '#business/intake/registration/registration-equipment.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { material } from '#business/materials/items/material.paper.ts';
import { partsStateOf } from '../candidates/parts-ready.server.ts';
import type { SuggestedPart } from '../candidates/suggested-parts.rules.ts';
import { crewMember } from '../crew/crew-member.paper.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { OPEN_VISIT_STATES } from './visit-states.rules.ts';
import type { VisitDetail } from './on-phone.calls.ts';
import type { visit } from './visit.paper.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';

const MAX_PARTS = 20;

/** Return the id of the caller's technician; `0` if the caller is none. */
export const technicianOf = async (reading: Reading): Promise<string> =>
  (
    await reading.sql.query<{ id: string }>(
      `select id::text as id from ${technicianFacts} where tenant_id = $1 and user_id = $2 and is_deleted = 0`,
      [reading.tenantId, reading.person.id],
    )
  )[0]?.id ?? '0';

/**
 * Add the customer's unmasked phone number to an accepted open visit of the caller, so that a phone without network can
 * dial the number. Other callers get the masked number.
 */
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

/** Return a visit with its order, dispatch form, crew and machines. */
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
    parts: form?.materialHint?.length ? await partsOf(reading, row) : null,
  };
}

/** Return where the suggested parts of a visit are, as far as any room knows it. */
async function partsOf(
  reading: Reading,
  { registrationFormId, technicianId }: AnsweredRow<typeof visit>,
): Promise<VisitDetail['parts']> {
  const id = registrationFormId ?? '';
  const state = (await partsStateOf(reading, [{ id, technicianId }])).get(id);
  return state ? { missing: state.missing, store: state.storeName ?? null, vanOf: state.vanOf ?? null } : null;
}

/** Return the suggested parts with their names, which the technician may not read in the master data. */
async function partsToBring(
  reading: Reading,
  hints: readonly SuggestedPart[] | '' | null | undefined,
): Promise<NonNullable<VisitDetail['bring']>> {
  const some = (hints || []).slice(0, MAX_PARTS);
  if (some.length === 0) return [];
  const items = await reading.find(material, { id: some.map((one) => one.materialId) }, { limit: some.length });
  return some.flatMap(({ materialId, qty }) => {
    const item = items.find((one) => one.id === String(materialId));
    return item ? [{ materialId: item.id, name: item.itemName, qty: Number(qty) || 1 }] : [];
  });
}
