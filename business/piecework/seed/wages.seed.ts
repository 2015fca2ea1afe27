import type { DatedStep, DemoUser, DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { Chance } from '#business/system/seed/demo-world.seed.ts';
import { must } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { addDays, daysBetween } from '#kernel/language/days.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { piece } from '../pieces/piece.paper.ts';
import { wageLine } from '../wages/wage-line.paper.ts';
import { wagePeriod } from '../wages/wage-period.paper.ts';
import { wageSheet } from '../wages/wage-sheet.paper.ts';
import { dispute } from '../wages/wage-sheet.server.ts';
import { openUntilToday } from '../wages/periods.server.ts';
import { type MonthSpan, after, monthOf } from '../wages/months.rules.ts';

/** Pieces checked in one transaction; one transaction per piece would lengthen the first start. */
const AT_ONCE = 40;

/** Days that the auditor is behind the work: the last pieces are not checked yet. */
const BEHIND_DAYS = 4;
/** Days between two rounds of the auditor. */
const AUDIT_DAYS = 7;
const DAYS_A_MONTH = 30.4;

/**
 * Audit the pieces that were finished by `until` and exist at `at`. Pieces of visits that are confirmed later are
 * audited by a later round.
 */
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
    // One batch after the other: batches share customers, and would wait for each other's locks.
    () => 'audit',
    (heap) =>
      world.as('as_piece_auditor', at, async (context) => {
        for (const row of heap) {
          const now =
            row.pieceStatus === 'toAffirm' ? await context.act(piece, row.id, 'affirm', { remark: '已核实' }) : row;
          // A piece without a price waits for one; the auditor passes everything else.
          await context.act(piece, now.id, 'check').catch((error: unknown) => {
            if ((error as { reason?: string }).reason !== 'maintenance.noStandard') throw error;
          });
        }
      }),
  );
}

/** Enter bonuses, heat allowances and some deductions of a month, and let the manager approve them. */
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

/** Rounds of the auditor, week by week, some days behind the work. */
function weeklyAudits(world: DemoWorld, first: string): DatedStep[] {
  const last = addDays(world.today, -BEHIND_DAYS - AUDIT_DAYS);
  const rounds = Math.max(0, Math.ceil(daysBetween(first, last) / AUDIT_DAYS) - 1);
  return Array.from({ length: rounds }, (_, nth) => {
    const day = addDays(first, (nth + 1) * AUDIT_DAYS);
    return auditStep(world, day, `${addDays(day, BEHIND_DAYS)} 15:00:00`);
  });
}

const auditStep = (world: DemoWorld, until: string, at: string): DatedStep => ({
  at,
  run: () => audit(world, until, at),
});

/** Return a step of one person in one transaction. */
const step = (world: DemoWorld, who: string, at: string, work: (context: Context) => Promise<unknown>): DatedStep => ({
  at,
  run: () => world.as(who, at, work),
});

async function periodOf(context: Context, label: string): Promise<Row<typeof wagePeriod>> {
  const [period] = await context.find(wagePeriod, { wagePeriod: label }, { first: 1 });
  return must(period, label);
}

/** Steps from the audit of a month to the sent sheets; `last` is the day of sending. */
const sending = (world: DemoWorld, chance: Chance, { label, end }: MonthSpan, last = addDays(end, 3)): DatedStep[] => [
  step(world, 'as_hr', `${addDays(end, 1)} 00:30:00`, openUntilToday),
  auditStep(world, end, `${addDays(last, -1)} 15:00:00`),
  { at: `${last} 10:00:00`, run: () => enter(world, chance, label, `${last} 10:00:00`) },
  step(world, 'as_hr', `${last} 16:00:00`, async (context) => {
    const { id } = await periodOf(context, label);
    await context.act(wagePeriod, id, 'calculate');
    await context.act(wagePeriod, id, 'send');
  }),
];

/** Steps from the audit of a month to its closing, by the same actions as the calls. */
function settling(world: DemoWorld, chance: Chance, month: MonthSpan): DatedStep[] {
  const on = (days: number, clock: string): string => `${addDays(month.end, days)} ${clock}`;
  const act =
    (verb: 'approve' | 'pay' | 'close', more: Record<string, unknown> = {}) =>
    async (context: Context) =>
      context.act(wagePeriod, (await periodOf(context, month.label)).id, verb, more);
  return [
    ...sending(world, chance, month),
    step(world, 'as_hr', on(7, '00:30:00'), async (context) => {
      const sheets = await context.find(wageSheet, { wagePeriod: month.label, wageStatus: 'signing' }, { limit: 1000 });
      const ids = sheets.map((one) => one.id);
      await context.moveAll(wageSheet, ids, 'signed', 'unsigned', { signTime: context.now() });
    }),
    step(world, 'as_manager', on(7, '10:00:00'), act('approve')),
    step(world, 'as_finance', on(9, '10:00:00'), act('pay')),
    step(world, 'as_hr', on(10, '10:00:00'), act('close', { reason: '未处理的转入下期' })),
  ];
}

/** Claims of technicians who dispute a line, with their reasons. */
const objections = [
  ['qty', '2', '当天做了两台，只计了一台'],
  ['share', '100%', '当天我一人完成，搭档没有到场'],
  ['price', '80', '按更换部件计价，单价取错了'],
  ['coef', '1.2', '高层吊装，应按难度系数计'],
  ['qty', '3', '地暖做了三路，只记一路'],
] as const;

/** Return the technicians of the company as people of the demo run, by their id. */
async function techniciansBy(context: Context): Promise<Map<string, DemoUser>> {
  const all = await context.find(technician, {}, { limit: 500 });
  return new Map(
    all.map((one): [string, DemoUser] => [
      one.id,
      { id: one.userId, account: one.realName, realName: one.realName, deptId: one.deptId, role: 'as_technician' },
    ]),
  );
}

/** Sign the sheets of a month in the evening: many do, some dispute a line, the others have two days left. */
async function sign(world: DemoWorld, chance: Chance, label: string, evening: string): Promise<void> {
  const { sheets, people } = await world.as('as_hr', evening, async (context) => ({
    sheets: await context.find(wageSheet, { wagePeriod: label, wageStatus: 'signing' }, { limit: 1000 }),
    people: await techniciansBy(context),
  }));
  const demo = world.users.find((user) => user.role === 'as_technician')?.id;
  let disputed = 0;
  for (const sheet of sheets) {
    const man = people.get(sheet.technicianId!);
    // The sheet of the technicians' demo account remains unsigned.
    if (!man || man.id === demo || chance.percent(45)) continue;
    const objection = objections.at(disputed);
    const isDisputed = await world.as(man, evening, (context) => signOrDispute(context, sheet.id, objection));
    if (isDisputed) disputed += 1;
  }
}

/** Dispute the first line of piece-work by an objection; sign the sheet if there is no objection or no such line. */
async function signOrDispute(
  context: Context,
  id: string,
  objection: (typeof objections)[number] | undefined,
): Promise<boolean> {
  const [line] = objection
    ? await context.find(wageLine, { wageSheetId: id, wageLineType: 'piece' }, { first: 1 })
    : [];
  if (!line || !objection) {
    await context.act(wageSheet, id, 'sign');
    return false;
  }
  const [disputeKind, claimedValue, note] = objection;
  await dispute(context, { id, wageLineId: line.id, disputeKind, claimedValue, note });
  return true;
}

/** Steps of the last month: it is sent yesterday and being signed. */
function signing(world: DemoWorld, chance: Chance, month: MonthSpan): DatedStep[] {
  const yesterday = addDays(world.today, -1);
  const evening = `${yesterday} 19:30:00`;
  return [
    ...sending(world, chance, month, yesterday),
    { at: evening, run: () => sign(world, chance, month.label, evening) },
  ];
}

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

/** A first month that begins later than this day is paid with the next one: it would pay nearly everybody nothing. */
const FIRST_DAY = '08';

/**
 * Return the steps of the wages office, among the orders and at their moments. All months but the last are closed, and
 * the last is being signed. In the running month the pieces of the last days wait for their auditor.
 */
export function wageSteps(world: DemoWorld): DatedStep[] {
  const chance = new Chance(world.random);
  const first = addDays(world.today, 1 - Math.round(world.months * DAYS_A_MONTH));
  const running = monthOf(world.today);
  const isLate = first.slice(8) > FIRST_DAY && monthOf(first).label < running.label;
  const begun = isLate ? after(monthOf(first).end) : monthOf(first);
  const steps = [step(world, 'as_hr', `${begun.start} 00:30:00`, openUntilToday), ...weeklyAudits(world, begun.start)];
  for (let month = begun; month.label < running.label; month = after(month.end)) {
    if (after(month.end).label < running.label) steps.push(...settling(world, chance, month));
    else if (addDays(month.end, 3) < world.today) steps.push(...signing(world, chance, month));
  }
  steps.push(auditStep(world, addDays(world.today, -BEHIND_DAYS), `${addDays(world.today, -1)} 17:30:00`));
  return steps;
}

/** Open the running month, and create the entries of today, which wait for the manager. */
export async function seedEntries(world: DemoWorld): Promise<void> {
  await world.as('as_hr', world.now, openUntilToday);
  await toApprove(world, monthOf(world.today).label);
}
