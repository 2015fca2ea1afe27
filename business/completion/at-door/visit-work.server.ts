import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { premises } from '#business/customers/premises.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { systemKm } from '#business/dispatch/visit/mileage.server.ts';
import { visitDetail } from '#business/dispatch/visit/own-visits.server.ts';
import type { visit } from '#business/dispatch/visit/visit.paper.ts';
import { orderOf } from '#business/intake/registration/order-of.server.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { annexTypesOf } from '../annexes/annexes.server.ts';
import { closedDoors } from '../charges/charges.server.ts';
import { receivedElsewhere } from '../completion/collections.service.ts';
import { completion } from '../completion/completion.paper.ts';
import { demandsOf, needsSignature } from '../completion/demands.server.ts';
import { completionOfVisit } from '../completion/read-completion.server.ts';
import type { Visit, VisitWork } from './own-day.calls.ts';
import { partWarranties } from '../supplies/part-warranty.server.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';
import { serviceFileFacts } from '#business/customers/service-file/service-file-facts.relation.ts';
import { premisesFacts } from '#business/customers/premises-facts.relation.ts';

type Shown = AnsweredRow<typeof visit>;

/**
 * Return what the technician should know on arrival: level of the customer, notes on home and estate, and earlier work
 * there.
 */
async function atTheDoor(
  reading: Reading,
  order: Row<typeof registration>,
  visitId: string,
): Promise<Pick<VisitWork, 'customerLevel' | 'keyNote' | 'accessNote' | 'earlier'>> {
  const [home] = await reading.sql.query<{ level: string; keyNote: string | null; accessNote: string | null }>(
    `select c.customer_level as level, f.key_note as "keyNote", p.access_note as "accessNote"
    from ${registrationFacts} r join ${customerFacts} c on c.tenant_id = r.tenant_id and c.id = r.customer_id left join ${serviceFileFacts} f on f.tenant_id = r.tenant_id and f.id = r.register_main_id left join ${premisesFacts} p on p.tenant_id = r.tenant_id and p.id = r.premises_id
    where r.tenant_id = $1 and r.id = $2`,
    [reading.tenantId, order.id],
  );
  const earlier = await reading.sql.query<{ at: string; words: string; who: string }>(
    `select to_char(c.end_time, 'YYYY-MM-DD') as at, c.maintenance_content as words, c.crew_names as who from ascompletionregistration c join ${registrationFacts} r on r.tenant_id = c.tenant_id and r.id = c.registration_form_id
    where c.tenant_id = $1 and r.register_main_id = $2 and c.dispatch_list_id <> $3 and c.complete_status in ('submitted', 'confirmed', 'redone') and c.is_deleted = 0 order by c.end_time desc limit 3`,
    [reading.tenantId, order.registerMainId, visitId],
  );
  const notes = reading
    .visible(premises)
    .present(
      reading.visible(serviceFile).present({ keyNote: home?.keyNote ?? null, accessNote: home?.accessNote ?? null }),
    );
  return {
    customerLevel: home?.level ?? 'normal',
    ...notes,
    earlier: earlier.map((one) => ({
      ...one,
      words: reading.visible(completion).present({ maintenanceContent: one.words }).maintenanceContent,
      who: reading.visible(completion).present({ crewNames: one.who }).crewNames,
    })),
  };
}

/**
 * Return what the technician needs at a visit: required photos, check list, signature, charges, and the present
 * completion.
 */
export async function visitWork(reading: Reading, row: Shown): Promise<VisitWork> {
  const order = await orderOf(reading, row);
  const [annexTypes, checklist, isSigned, warranties, doors, receivedBefore, stored, km, door] = await Promise.all([
    annexTypesOf(reading, row),
    demandsOf(reading, order),
    needsSignature(reading, order),
    partWarranties(reading, order, row.id),
    closedDoors(reading, order.id),
    // When work is redone, money received at earlier visits of the order counts too.
    reading.ask(receivedElsewhere, { registrationFormId: order.id, visitId: row.id }),
    completionOfVisit(reading, row),
    row.arriveTime ? systemKm(reading, row) : null,
    atTheDoor(reading, order, row.id),
  ]);
  return {
    annexTypes,
    checklist,
    needsSignature: isSigned,
    partWarranties: Object.fromEntries(warranties),
    closedDoors: doors,
    receivedBefore,
    completion: stored,
    systemKm: km,
    ...door,
  };
}

/** Return a visit with everything that its technician needs. */
export async function wholeVisit(reading: Reading, row: Shown): Promise<Visit> {
  const [detail, work] = await Promise.all([visitDetail(reading, row), visitWork(reading, row)]);
  return { ...detail, ...work };
}
