import type { DemoUser, DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { Chance } from '#business/system/seed/demo-world.seed.ts';
import { addDays } from '#business/masterdata/days.rules.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { piece } from '../pieces/piece.paper.ts';
import { wageLine } from '../wages/wage-line.paper.ts';
import { wagePeriod } from '../wages/wage-period.paper.ts';
import { wageSheet } from '../wages/wage-sheet.paper.ts';
import { dispute } from '../wages/wage-sheet.server.ts';
import { openUntilToday } from '../wages/periods.server.ts';
import { monthOf } from '../wages/months.rules.ts';

/** So many pieces are looked at in one transaction: one for each would make the first start longer. */
const AT_ONCE = 40;

/** So many days the auditor is behind the work: the last ones lie on his desk. */
const BEHIND_DAYS = 3;

/** Pieces of a month that are there at a moment are looked at; those of visits that were checked later come a month later. */
async function audit(world: DemoWorld, until: string, at: string): Promise<void> {
  const open = await world.as('as_piece_auditor', at, async (context) =>
    context.find(piece, { pieceStatus: ['toAffirm', 'pending'] }, { limit: 20_000 }),
  );
  const due = open.filter((one) => one.finishDate! <= until && one.createTime! <= at).reverse();
  const heaps = Array.from({ length: Math.ceil(due.length / AT_ONCE) }, (_, nth) =>
    due.slice(nth * AT_ONCE, (nth + 1) * AT_ONCE),
  );
  await world.concurrency(
    heaps,
    // One after the other: heaps share customers, and each would hold what another waits for.
    () => 'audit',
    (heap) =>
      world.as('as_piece_auditor', at, async (context) => {
        for (const row of heap) {
          const now =
            row.pieceStatus === 'toAffirm' ? await context.act(piece, row.id, 'affirm', { remark: '已核实' }) : row;
          // What has no price waits for one; the auditor passes everything else.
          await context.act(piece, now.id, 'check').catch((error: unknown) => {
            if ((error as { reason?: string }).reason !== 'maintenance.noStandard') throw error;
          });
        }
      }),
  );
}

/** Rewards, heat money and the odd deduction of a month, entered by the wages office and approved by the manager. */
async function enter(world: DemoWorld, chance: Chance, label: string, at: string): Promise<void> {
  const made = await world.as('as_hr', at, async (context) => {
    const people = await context.find(technician, { employType: 'own' }, { first: 500 });
    const ids: string[] = [];
    for (const person of people) {
      if (!chance.percent(30)) continue;
      const [wageLineType, amount, reason] = chance.pick([
        ['bonus', '200.00', '月度好评'],
        ['heat', '300.00', '高温补贴'],
        ['duty', '150.00', '值班'],
        ['penalty', '-50.00', '工单超时'],
        ['overtime', '180.00', '周末加班'],
      ] as const);
      ids.push(
        (
          await context.submit(wageLine, {
            technicianId: person.id,
            wageLineType,
            amount,
            reason,
            wagePeriod: label,
            bizDate: monthOf(`${label}-01`).end,
          })
        ).id,
      );
    }
    return ids;
  });
  await world.as('as_manager', at, async (context) => {
    for (const id of made) await context.act(wageLine, id, 'approve');
  });
}

interface Month {
  readonly id: string;
  readonly wagePeriod: string;
  readonly endDate: string;
}

/** A month from the audit to the sheets that are sent, the third of these days the last. */
async function send(
  world: DemoWorld,
  chance: Chance,
  { id, wagePeriod: label, endDate }: Month,
  last = addDays(endDate, 3),
): Promise<void> {
  await audit(world, endDate, `${addDays(last, -1)} 15:00:00`);
  await enter(world, chance, label, `${last} 10:00:00`);
  await world.as('as_hr', `${last} 16:00:00`, async (context) => {
    await context.act(wagePeriod, id, 'calculate');
    await context.act(wagePeriod, id, 'send');
  });
}

/** A month from the audit to the closing, by the same actions as the calls. */
async function settle(world: DemoWorld, chance: Chance, month: Month): Promise<void> {
  const { id, wagePeriod: label, endDate } = month;
  const on = (days: number, clock: string): string => `${addDays(endDate, days)} ${clock}`;
  await send(world, chance, month);
  await world.as('as_hr', on(7, '00:30:00'), async (context) => {
    await context.moveAll(
      wageSheet,
      (await context.find(wageSheet, { wagePeriod: label, wageStatus: 'signing' }, { limit: 1000 })).map(
        (one) => one.id,
      ),
      'signed',
      'unsigned',
      { signTime: context.now() },
    );
  });
  await world.as('as_manager', on(7, '10:00:00'), async (context) => {
    await context.act(wagePeriod, id, 'approve');
  });
  await world.as('as_finance', on(9, '10:00:00'), async (context) => {
    await context.act(wagePeriod, id, 'pay');
  });
  await world.as('as_hr', on(10, '10:00:00'), async (context) => {
    await context.act(wagePeriod, id, 'close', { reason: '未处理的转入下期' });
  });
}

/** What somebody who does not agree with a line says it should be, and why. */
const objections = [
  ['qty', '2', '当天做了两台，只计了一台'],
  ['share', '100%', '当天我一人完成，搭档没有到场'],
  ['price', '260', '按更换部件计价，单价取错了'],
  ['coef', '1.2', '高层吊装，应按难度系数计'],
  ['qty', '3', '地暖做了三路，只记一路'],
] as const;

/** The last month was sent yesterday: many have signed, some do not agree with a line, the rest still has two days. */
async function signing(world: DemoWorld, chance: Chance, month: Month): Promise<void> {
  const yesterday = addDays(world.today, -1);
  await send(world, chance, month, yesterday);
  const sheets = await world.as('as_hr', world.now, (context) =>
    context.find(wageSheet, { wagePeriod: month.wagePeriod, wageStatus: 'signing' }, { limit: 1000 }),
  );
  const people = await world.as(
    'as_hr',
    world.now,
    async (context) =>
      new Map(
        (await context.find(technician, {}, { limit: 500 })).map((one): [string, DemoUser] => [
          one.id,
          { id: one.userId, account: one.realName, realName: one.realName, deptId: one.deptId, role: 'as_technician' },
        ]),
      ),
  );
  const demo = world.users.find((user) => user.role === 'as_technician')?.id;
  const evening = `${yesterday} 19:30:00` < world.now ? `${yesterday} 19:30:00` : world.now;
  let disputed = 0;
  for (const sheet of sheets) {
    const man = people.get(sheet.technicianId!);
    // The demo account of the technicians finds his own still to be signed.
    if (!man || man.id === demo || chance.percent(45)) continue;
    const objection = objections.at(disputed);
    const [line] = objection
      ? await world.as(man, evening, (context) =>
          context.find(wageLine, { wageSheetId: sheet.id, wageLineType: 'piece' }, { first: 1 }),
        )
      : [];
    if (line && objection) {
      disputed += 1;
      const [disputeKind, claimedValue, note] = objection;
      await world.as(man, evening, (context) =>
        dispute(context, {
          id: sheet.id,
          wageLineId: line.id,
          disputeKind,
          claimedValue,
          note,
        }),
      );
    } else await world.as(man, evening, (context) => context.act(wageSheet, sheet.id, 'sign'));
  }
}

/** What the wages office entered today waits for the manager. */
async function toApprove(world: DemoWorld, label: string): Promise<void> {
  await world.as('as_hr', world.now, async (context) => {
    const people = await context.find(technician, { employType: 'own' }, { first: 3 });
    const words = [
      ['bonus', '200.00', '客户表扬两次'],
      ['duty', '150.00', '周日值班'],
      ['penalty', '-50.00', '未按约定时间上门'],
    ] as const;
    for (const [at, { id }] of people.entries())
      await context.submit(wageLine, {
        technicianId: id,
        wageLineType: words[at][0],
        amount: words[at][1],
        reason: words[at][2],
        wagePeriod: label,
        bizDate: world.today,
      });
  });
}

/**
 * The wages of the past months; called when the completions of the demo company and their pieces are there. All months but the last are
 * closed, the last is being signed; of the running one the pieces of the last days wait for their auditor.
 */
export async function seedWages(world: DemoWorld): Promise<void> {
  const chance = new Chance(world.random);
  const first = await world.as(
    'as_hr',
    world.now,
    async (context) =>
      (
        await context.sql.query<{ day: string | null }>(
          'select min(finish_date)::text as day from aspiecework where tenant_id = $1 and is_deleted = 0',
          [context.tenantId],
        )
      )[0].day,
  );
  if (!first) return;
  const running = monthOf(world.today);
  // A month of which most lies before the tale would pay nearly everybody for nothing: its pieces are paid with the next one.
  const begun = monthOf(
    first.slice(8) > '08' && monthOf(first).label < running.label ? addDays(monthOf(first).end, 1) : first,
  );
  await world.as('as_hr', `${begun.start} 00:30:00`, openUntilToday);
  for (let label = begun.label; label < running.label;) {
    const [period] = await world.as('as_hr', world.now, async (context) =>
      context.find(wagePeriod, { wagePeriod: label }, { first: 1 }),
    );
    if (!period) break;
    await world.as('as_hr', `${addDays(period.endDate, 1)} 00:30:00`, openUntilToday);
    const next = monthOf(addDays(period.endDate, 1)).label;
    if (next < running.label) await settle(world, chance, period);
    else if (addDays(period.endDate, 3) < world.today) await signing(world, chance, period);
    label = next;
  }
  await audit(world, addDays(world.today, -BEHIND_DAYS), `${addDays(world.today, -1)} 17:30:00`);
  await world.as('as_hr', world.now, openUntilToday);
  await toApprove(world, running.label);
}
