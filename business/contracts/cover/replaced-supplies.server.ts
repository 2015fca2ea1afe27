import { dayOf } from '#kernel/language/days.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import type { completion } from '#business/completion/completion/completion.paper.ts';
import { completionSupplyFacts } from '#business/completion/supplies/completion-supply-facts.relation.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { consumableFacts } from '#business/materials/items/consumable-facts.relation.ts';
import { schemeSupplies } from '../parts/scheme-supplies.paper.ts';
import { dueDays } from '../parts/supplies-life.server.ts';
import { recordChange } from '../scheme/records.server.ts';
import { scheme } from '../scheme/scheme.paper.ts';

type Completion = Row<typeof completion>;
type Supply = Row<typeof schemeSupplies>;

/** Consumables of the open contracts of the home of an order. */
const OF_HOME = `asschemesupplies p join asscheme s on s.tenant_id = p.tenant_id and s.id = p.scheme_id and s.is_deleted = 0
  join ${registrationFacts} r on r.tenant_id = s.tenant_id and r.id = $2 and r.register_main_id = s.register_main_id`;

/**
 * Return the consumables that a completion renewed: those that its parts name, else those of the same material. A part
 * without a name renews as many as its quantity, the earliest due first.
 */
const renewedBy = (context: Context, of: Completion): Promise<{ id: string; schemeId: string }[]> =>
  context.sql.query(
    `select distinct x.id::text as id, x.scheme_id::text as "schemeId" from (
       select p.id, p.scheme_id, c.scheme_supplies_id as named, c.qty,
         coalesce(sum(p.qty) over (partition by c.id order by p.due_date, p.id rows between unbounded preceding and 1 preceding), 0) as before
       from ${OF_HOME} and s.scheme_status in ('active', 'suspended')
       join ${consumableFacts} k on k.tenant_id = p.tenant_id and k.id = p.supplies_id
       join ${completionSupplyFacts} c on c.tenant_id = p.tenant_id and c.completion_id = $3 and c.is_deleted = 0 and c.qty > 0
         and (c.scheme_supplies_id = p.id or c.scheme_supplies_id is null and c.material_id = k.material_id)
       where p.tenant_id = $1 and p.is_deleted = 0) x
     where x.named is not null or x.before < x.qty`,
    [context.tenantId, of.registrationFormId, of.id],
  );

/** Store the days of consumables with their warning. */
async function store(context: Context, row: Supply, to: Supply['warnStatus'], values: Partial<Supply>): Promise<void> {
  if (row.warnStatus === to) await context.change(schemeSupplies, row.id, values);
  else await context.move(schemeSupplies, row.id, String(to), values.renewedById ? 'replaced' : 'reopened', values);
}

/** Note at each contract the consumables whose life begins again, or that got their earlier day back. */
async function noteRenewed(context: Context, rows: readonly Supply[], isBack: boolean): Promise<void> {
  for (const [schemeId, own] of Map.groupBy(rows, (one) => one.schemeId)) {
    const names = own.map((one) => one.suppliesName ?? '');
    const [zh, en] = [names.join('、'), names.join(', ')];
    await recordChange(context, schemeId, {
      type: 'supplies',
      summary: isBack
        ? [`${zh}更换撤回，恢复原日期`, `${en}: the replacement was taken back`]
        : [`${zh}换新，寿命从头算`, `${en} replaced, its life begins again`],
      after: { supplies: own.map((one) => one.id) },
    });
  }
}

/** Return consumables, after their contracts were locked. */
async function lockedSupplies(
  context: Context,
  found: readonly { readonly id: string; readonly schemeId: string }[],
): Promise<Supply[]> {
  if (found.length === 0) return [];
  await context.lockRows(
    scheme,
    found.map((one) => one.schemeId),
  );
  return context.lockRows(
    schemeSupplies,
    found.map((one) => one.id),
  );
}

/** The consumables that a confirmed completion renewed live from its day on, and their warnings are over. */
export async function renewSupplies(context: Context, of: Completion): Promise<void> {
  const rows = (await lockedSupplies(context, await renewedBy(context, of))).filter((one) => one.renewedById !== of.id);
  const installDate = dayOf(of.endTime);
  const due = await dueDays(
    context,
    rows.map((one) => ({ ...one, installDate })),
  );
  for (const [at, row] of rows.entries())
    await store(context, row, 'normal', {
      installDate,
      dueDate: due[at],
      renewedById: of.id,
      earlierInstallDate: row.installDate,
      earlierWarnStatus: row.warnStatus,
    });
  await noteRenewed(context, rows, false);
}

/** A reopened completion gives the consumables that it renewed their earlier day and warning back. */
export async function takeBackSupplies(context: Context, of: Completion): Promise<void> {
  const found = await context.sql.query<{ id: string; schemeId: string }>(
    `select p.id::text as id, p.scheme_id::text as "schemeId" from ${OF_HOME} where p.tenant_id = $1 and p.is_deleted = 0 and p.renewed_by_id = $3`,
    [context.tenantId, of.registrationFormId, of.id],
  );
  const rows = await lockedSupplies(context, found);
  const days = rows.map((one) => ({ ...one, installDate: one.earlierInstallDate ?? dayOf(of.endTime) }));
  const due = await dueDays(context, days);
  for (const [at, row] of rows.entries())
    await store(context, row, row.earlierWarnStatus ?? 'normal', {
      installDate: days[at].installDate,
      dueDate: due[at],
      renewedById: null,
      earlierInstallDate: null,
      earlierWarnStatus: null,
    });
  await noteRenewed(context, rows, true);
}
