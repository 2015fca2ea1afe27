import type { DemoWorld } from '#business/maintenance/seed/demo-world.ts';
import { Chance } from '#business/maintenance/seed/demo-world.ts';
import { addDays } from '#business/maintenance/time/days.rules.ts';
import { technician } from '#business/maintenance/people/technician/technician.paper.ts';
import { piece } from '../pieces/piece.paper.ts';
import { wageLine } from '../wages/wage-line.paper.ts';
import { wagePeriod } from '../wages/wage-period.paper.ts';
import { wageSheet } from '../wages/wage-sheet.paper.ts';
import { openUntilToday } from '../wages/periods.server.ts';
import { monthOf } from '../wages/months.rules.ts';

/** Pieces of a month are looked at in the first days of the next one. */
async function audit(world: DemoWorld, until: string, at: string): Promise<void> {
  const open = await world.as('as_piece_auditor', at, async (context) => context.find(piece, { pieceStatus: ['toAffirm', 'pending'] }, 20_000));
  for (const row of open.filter((one) => one.finishDate! <= until).reverse()) {
    await world.as('as_piece_auditor', at, async (context) => {
      const now = row.pieceStatus === 'toAffirm' ? await context.act(piece, row.id, 'affirm', { remark: '已核实' }) : row;
      // What has no price waits for one; the auditor passes everything else.
      await context.act(piece, now.id, 'check').catch((error: unknown) => { if ((error as { reason?: string }).reason !== 'maintenance.noStandard') throw error; });
    });
  }
}

/** Rewards, heat money and the odd deduction of a month, entered by the wages office and approved by the manager. */
async function enter(world: DemoWorld, chance: Chance, label: string, at: string): Promise<void> {
  const made = await world.as('as_hr', at, async (context) => {
    const people = await context.find(technician, { employType: 'own' } as never, 500);
    const ids: string[] = [];
    for (const person of people) {
      if (!chance.percent(30)) continue;
      const [wageLineType, amount, reason] = chance.pick([['bonus', '200.00', '月度好评'], ['heat', '300.00', '高温补贴'], ['duty', '150.00', '值班'], ['penalty', '-50.00', '工单超时'], ['overtime', '180.00', '周末加班']] as const);
      ids.push((await context.submit(wageLine, { technicianId: person.id, wageLineType, amount, reason, wagePeriod: label, bizDate: monthOf(`${label}-01`).end })).id);
    }
    return ids;
  });
  await world.as('as_manager', at, async (context) => { for (const id of made) await context.act(wageLine, id, 'approve'); });
}

/** A month from the audit to the closing, by the same actions as the calls. */
async function settle(world: DemoWorld, chance: Chance, { id, wagePeriod: label, endDate }: { id: string; wagePeriod: string; endDate: string }): Promise<void> {
  const on = (days: number, clock: string): string => `${addDays(endDate, days)} ${clock}`;
  await audit(world, endDate, on(2, '15:00:00'));
  await enter(world, chance, label, on(3, '10:00:00'));
  await world.as('as_hr', on(3, '16:00:00'), async (context) => { await context.act(wagePeriod, id, 'calculate'); await context.act(wagePeriod, id, 'send'); });
  await world.as('as_hr', on(7, '00:30:00'), async (context) => { await context.moveAll(wageSheet, (await context.find(wageSheet, { wagePeriod: label, wageStatus: 'signing' }, 1000)).map((one) => one.id), 'signed', 'unsigned', { signTime: context.now() }); });
  await world.as('as_manager', on(7, '10:00:00'), async (context) => { await context.act(wagePeriod, id, 'approve'); });
  await world.as('as_finance', on(9, '10:00:00'), async (context) => { await context.act(wagePeriod, id, 'pay'); });
  await world.as('as_hr', on(10, '10:00:00'), async (context) => { await context.act(wagePeriod, id, 'close'); });
}

/**
 * The wages of the past months; called when the completions of the demo company and their pieces are there. Months that ended more than
 * ten days ago are closed; of the running one the pieces wait for their auditor.
 */
export async function seedWages(world: DemoWorld): Promise<void> {
  const chance = new Chance(world.random);
  const first = await world.as('as_hr', world.now, async (context) => (await context.sql.query<{ day: string | null }>('select min(finish_date)::text as day from aspiecework where tenant_id = $1 and is_deleted = 0', [context.tenantId]))[0].day);
  if (!first) return;
  await world.as('as_hr', `${monthOf(first).start} 00:30:00`, openUntilToday);
  for (let label = monthOf(first).label; ;) {
    const [period] = await world.as('as_hr', world.now, async (context) => context.find(wagePeriod, { wagePeriod: label }, 1));
    if (!period || addDays(period.endDate, 10) >= world.today) break;
    await world.as('as_hr', `${addDays(period.endDate, 1)} 00:30:00`, openUntilToday);
    await settle(world, chance, period);
    label = monthOf(addDays(period.endDate, 1)).label;
  }
  await world.as('as_hr', world.now, openUntilToday);
}
