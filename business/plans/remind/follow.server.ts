import type { Row } from '#kernel/language/paper.ts';
import type { Context, Follower } from '#kernel/server';
import type { CollectionEvents } from '#business/billing/collection/collection-followers.server.ts';
import { schemeSuppliesFacts } from '#business/contracts/parts/scheme-supplies-facts.relation.ts';
import type { SuppliesEvents } from '#business/contracts/parts/supplies-followers.server.ts';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import { scheme } from '#business/contracts/scheme/scheme.paper.ts';
import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';
import type { OrderEvents } from '#business/intake/registration/followers/order-followers.server.ts';
import { registrationEquipmentFacts } from '#business/intake/registration/registration-equipment-facts.relation.ts';
import { reminder } from './reminder.paper.ts';

type Remind = Row<typeof reminder>;

/** States in which something that the customer does handles a reminder. One that was taken out stays out. */
const ANSWERED = "('waiting', 'in', 'pushed')";

interface Answered {
  readonly id: string;
  readonly schemeId: string | null;
}

/** SQL: reminders with the home of their machine or contract. */
const HOMES = `asremind r left join ${equipmentFacts} e on e.tenant_id = r.tenant_id and e.id = r.equipment_id
  left join ${schemeSuppliesFacts} p on p.tenant_id = r.tenant_id and p.id = r.scheme_supplies_id left join ${schemeFacts} s on s.tenant_id = p.tenant_id and s.id = p.scheme_id`;

/** Return the reminders that an order answers: of its machines; of its home, where one of both names no machine. */
const answeredBy = (
  context: Context,
  order: { readonly id: string; readonly customerId: string; readonly registerMainId: string | null },
): Promise<Answered[]> =>
  context.sql.query<Answered>(
    `with machines as (select l.equipment_id as id from ${registrationEquipmentFacts} l where l.tenant_id = $1 and l.registration_form_id = $2 and l.is_deleted = 0 and l.equipment_id is not null)
     select r.id::text as id, p.scheme_id::text as "schemeId" from ${HOMES}
     where r.tenant_id = $1 and r.customer_id = $3 and r.is_deleted = 0 and r.remind_status in ${ANSWERED}
       and (r.equipment_id in (select id from machines) or coalesce(s.register_main_id, e.register_main_id) = $4 and (r.equipment_id is null or not exists (select from machines)))
     order by r.id limit 500`,
    [context.tenantId, order.id, order.customerId, order.registerMainId],
  );

/** A work order answers the reminders of its machines. */
export const remindersOfOrders: Follower<OrderEvents> = {
  name: 'reminders',
  sort: 50,
  on: {
    async registered(context, { row }) {
      const answered = await answeredBy(context, row);
      // Contracts are locked before the reminders of their consumables.
      const schemeIds = [...new Set(answered.flatMap((one) => one.schemeId ?? []))];
      if (schemeIds.length) await context.lockRows(scheme, schemeIds);
      for (const { id } of answered)
        await context.move(reminder, id, 'handled', 'order', {
          registrationFormId: row.id,
          resultNote: row.registrationNo,
        });
    },
  },
};

/** Money for a contract answers the reminders of the home that it serves, except those of consumables. */
export const remindersOfCollections: Follower<CollectionEvents> = {
  name: 'reminders',
  sort: 50,
  on: {
    async approved(context, { row }) {
      if (!row.schemeId) return;
      const answered = await context.sql.query<{ id: string }>(
        `select r.id::text as id from asremind r join ${equipmentFacts} e on e.tenant_id = r.tenant_id and e.id = r.equipment_id join ${schemeFacts} s on s.tenant_id = r.tenant_id and s.id = $2 and s.register_main_id = e.register_main_id
         where r.tenant_id = $1 and r.customer_id = s.customer_id and r.is_deleted = 0 and r.remind_type in ('warranty', 'surrender') and r.remind_status in ${ANSWERED} order by r.id limit 500`,
        [context.tenantId, row.schemeId],
      );
      for (const { id } of answered)
        await context.move(reminder, id, 'handled', 'order', { resultNote: row.collectNo });
    },
  },
};

/** The reminder of a consumable follows its warning: both are open, or both have ended. */
export const remindersOfSupplies: Follower<SuppliesEvents> = {
  name: 'reminders',
  sort: 10,
  on: {
    async warningMoved(context, { row }) {
      if (row.warnStatus === 'warned') return;
      const open = await context.find(
        reminder,
        {
          schemeSuppliesId: row.id,
          remindStatus: ['waiting', 'in', 'pushed', 'out'] satisfies Remind['remindStatus'][],
        },
        { limit: 100 },
      );
      for (const { id } of open)
        await (row.warnStatus === 'handled'
          ? context.move(reminder, id, 'handled', 'warning', { resultNote: row.warnNote })
          : context.move(reminder, id, 'closed', 'renewed', { resultNote: row.warnNote }));
    },
  },
};
