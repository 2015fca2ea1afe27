import { dayOf } from '#kernel/language/days.ts';
import { must } from '#kernel/language/must.ts';
import type { Context, Follower } from '#kernel/server';
import type {
  CompletionEvents,
  CompletionMove,
} from '#business/completion/completion/followers/completion-followers.server.ts';
import { completionEquipmentFacts } from '#business/completion/completion/facts/completion-equipment-facts.relation.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { isFinal } from '#business/dispatch/visit/visit-states.rules.ts';
import { schemeEquipment } from '../parts/scheme-equipment.paper.ts';
import { schemeSupplies } from '../parts/scheme-supplies.paper.ts';
import { scheme } from '../scheme/scheme.paper.ts';
import { schemeUse } from '../uses/scheme-use.paper.ts';
import { renewSupplies, takeBackSupplies } from './replaced-supplies.server.ts';
import { usesOf } from './take.server.ts';

type Completion = CompletionMove['row'];

/** Move the uses of an order from one state to another; its contracts are recounted. */
async function moveUses(
  context: Context,
  of: Completion,
  { from, to, why }: { readonly from: string; readonly to: string; readonly why: string },
): Promise<void> {
  const uses = (await usesOf(context, must(of.registrationFormId, 'registrationFormId'))).filter(
    (one) => one.consumeStatus === from,
  );
  if (!uses.length) return;
  await context.lockRows(
    scheme,
    uses.map((one) => one.schemeId),
  );
  for (const one of uses) await context.move(schemeUse, one.id, to, why);
}

interface Replaced {
  readonly from: string;
  readonly to: string;
}

/** Return the machines that a completion replaced, with their successors. */
const replacedBy = (context: Context, completionId: string): Promise<Replaced[]> =>
  context.sql.query<Replaced>(
    `select c.equipment_id::text as "from", c.new_equipment_id::text as "to" from ${completionEquipmentFacts} c
     where c.tenant_id = $1 and c.completion_id = $2 and c.is_deleted = 0 and c.equipment_id is not null and c.new_equipment_id is not null`,
    [context.tenantId, completionId],
  );

/** Let the lines of contracts name the other machine of each pair. */
async function moveLines(context: Context, pairs: readonly Replaced[]): Promise<void> {
  for (const { from, to } of pairs) {
    const machines = await context.find(schemeEquipment, { equipmentId: from }, { limit: 100 });
    const supplies = await context.find(schemeSupplies, { equipmentId: from }, { limit: 500 });
    const ids = [...new Set([...machines, ...supplies].map((one) => one.schemeId))];
    if (!ids.length) continue;
    await context.lockRows(scheme, ids);
    const { equipmentName, model, serialNo } = await context.get(equipment, to);
    const there = new Set(
      (await context.find(schemeEquipment, { equipmentId: to, schemeId: ids }, { limit: 100 })).map(
        (one) => one.schemeId,
      ),
    );
    for (const one of machines.filter((line) => !there.has(line.schemeId)))
      await context.change(schemeEquipment, one.id, { equipmentId: to, equipmentName, model, serialNo });
    for (const one of supplies) await context.change(schemeSupplies, one.id, { equipmentId: to });
  }
}

/** Store the day of the visit at the machines of its contracts that it served. */
async function markServed(context: Context, of: Completion): Promise<void> {
  const uses = await usesOf(context, must(of.registrationFormId, 'registrationFormId'));
  const served = await context.sql.query<{ id: string }>(
    `select e.id::text as id from asschemeequipment e join ${completionEquipmentFacts} c on c.tenant_id = e.tenant_id and c.completion_id = $3 and c.is_deleted = 0 and e.equipment_id in (c.equipment_id, c.new_equipment_id)
     where e.tenant_id = $1 and e.scheme_id = any($2::bigint[]) and e.is_deleted = 0`,
    [context.tenantId, uses.map((one) => one.schemeId), of.id],
  );
  if (!served.length) return;
  await context.lockRows(
    scheme,
    uses.map((one) => one.schemeId),
  );
  await context.touch(
    schemeEquipment,
    served.map(({ id }) => ({ id, lastServiceDate: dayOf(of.endTime) })),
  );
}

/**
 * Contracts follow completions. A confirmed final one uses the reserved visits; a partial one, or one to be redone,
 * leaves them reserved; a reopened one reserves them again. Lines follow machines and consumables that were replaced.
 */
export const contractsOfCompletions: Follower<CompletionEvents> = {
  name: 'contracts',
  sort: 30,
  on: {
    async passed(context, { row }) {
      await moveLines(context, await replacedBy(context, row.id));
      await markServed(context, row);
      await renewSupplies(context, row);
      if (isFinal(row.visitResult)) await moveUses(context, row, { from: 'locked', to: 'consumed', why: 'pass' });
    },
    async reopened(context, { row }) {
      await moveLines(
        context,
        (await replacedBy(context, row.id)).map(({ from, to }) => ({ from: to, to: from })),
      );
      await takeBackSupplies(context, row);
      if (isFinal(row.visitResult)) await moveUses(context, row, { from: 'consumed', to: 'locked', why: 'reopen' });
    },
  },
};
