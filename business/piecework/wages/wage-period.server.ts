import { behaviour, type Context, implement } from '#kernel/server';
import { notifyStaff } from '#business/messaging/notify.service.ts';
import { piece } from '../pieces/piece.paper.ts';
import { refuse } from '../refusals.ts';
import { calculate, releasePeriod } from './calculate.server.ts';
import { assertNothingWaits, moveDrafts, settlePeriod, unsettle } from './closing.server.ts';
import { after } from './months.rules.ts';
import { lockedAlone, openNext, openUntilToday, periodNamed, type Period } from './periods.server.ts';
import { pricesToTry, simulate } from './simulate/simulate.server.ts';
import { moveAside, piecesAside } from './sheet/set-aside.server.ts';
import { openPeriod, periodSteps, pricesToSimulate, simulatePrices } from './wage-period.calls.ts';
import { wagePeriod } from './wage-period.paper.ts';
import { wageSheet } from './wage-sheet.paper.ts';

interface Sheet {
  readonly id: string;
  readonly no: string;
  readonly technician: string;
  readonly total: string;
  readonly state: string;
}

const sheetsOf = (context: Context, label: string): Promise<Sheet[]> =>
  context.sql.query<Sheet>(
    'select id::text as id, wage_no as no, technician_id::text as technician, total_amount::text as total, wage_status as state from aswagesheet where tenant_id = $1 and wage_period = $2 and is_deleted = 0 order by id',
    [context.tenantId, label],
  );

const count = async (context: Context, sql: string, label: string): Promise<number> =>
  (
    await context.sql.query<{ n: number }>(
      `select count(*)::int as n from ${sql} and tenant_id = $1 and wage_period = $2 and is_deleted = 0`,
      [context.tenantId, label],
    )
  )[0].n;

/** Require that the previous month is settled: it determines the amounts carried over. */
async function assertPreviousDone(context: Context, { startDate }: Period): Promise<void> {
  const [before] = await context.sql.query<{ label: string }>(
    "select wage_period as label from aswageperiod where tenant_id = $1 and is_deleted = 0 and end_date < $2::date and period_status in ('open', 'calculated', 'signing') order by end_date limit 1",
    [context.tenantId, startDate],
  );
  if (before) throw refuse.previousOpen({ period: before.label });
}

async function send(context: Context, period: Period): Promise<void> {
  const { wagePeriod: label } = period;
  await assertPreviousDone(context, period);
  const open = await count(
    context,
    "aswageline where line_status = 'open' and coalesce(is_aside, false) = false",
    label,
  );
  if (open) throw refuse.linesUncounted({ count: open });
  const sheets = await sheetsOf(context, label);
  const sent = new Set(
    await context.moveAll(
      wageSheet,
      sheets.map((one) => one.id),
      'signing',
      'send',
      { sendTime: context.now() },
    ),
  );
  await moveAside(context, period);
  for (const sheet of sheets.filter((one) => sent.has(one.id)))
    await context.call(notifyStaff, {
      event: 'wageToSign',
      to: { technicians: [sheet.technician] },
      title: [`${label} 工资单待确认`, `Payslip ${label} to sign`],
      content: [
        `应发合计 ${sheet.total} 元，请在 72 小时内确认或提出异议`,
        `CNY ${sheet.total} in all: sign or dispute it within 72 hours`,
      ],
      bizType: 'wage',
      bizId: sheet.id,
      bizNo: sheet.no,
      todo: true,
    });
}

async function approve(context: Context, { wagePeriod: label }: Period): Promise<void> {
  const sheets = await sheetsOf(context, label);
  const waiting =
    sheets.filter((sheet) => sheet.state !== 'signed').length +
    (await count(context, "aswagedispute where dispute_status = 'open'", label));
  if (waiting) throw refuse.disputesOpen({ count: waiting });
  await context.moveAll(
    wageSheet,
    sheets.map((sheet) => sheet.id),
    'approved',
    'approve',
  );
}

async function pay(context: Context, { wagePeriod: label }: Period): Promise<void> {
  context.takesLong();
  const sheets = await sheetsOf(context, label);
  await context.moveAll(
    wageSheet,
    sheets.map((sheet) => sheet.id),
    'paid',
    'pay',
    { payTime: context.now() },
  );
  await context.sql.query(
    "update aswageline set line_status = 'paid', version = version + 1, update_user = $3, update_time = $4 where tenant_id = $1 and wage_period = $2 and is_deleted = 0 and line_status = 'locked'",
    [context.tenantId, label, context.person.id, context.now()],
  );
  for (const sheet of sheets)
    await context.call(notifyStaff, {
      event: 'wagePaid',
      to: { technicians: [sheet.technician] },
      title: [`${label} 工资已发放`, `Wages ${label} are paid`],
      content: [`应发合计 ${sheet.total} 元`, `CNY ${sheet.total} in all`],
      bizType: 'wage',
      bizId: sheet.id,
      bizNo: sheet.no,
    });
}

/** Hours after which an unanswered sheet counts as signed. */
const SEEN_HOURS = 72;

async function seenByTime(context: Context): Promise<void> {
  const rows = await context.sql.query<{ id: string }>(
    `select id::text as id from aswagesheet where tenant_id = $1 and is_deleted = 0 and wage_status = 'signing' and send_time <= $2::timestamptz - interval '${SEEN_HOURS} hours' order by id`,
    [context.tenantId, context.now()],
  );
  await context.moveAll(
    wageSheet,
    rows.map((row) => row.id),
    'signed',
    'unsigned',
    { signTime: context.now() },
  );
}

/** Lock the pieces that the period paid and that are settled with it. The order of locks has pieces before periods. */
async function holdPieces(context: Context, ids: readonly string[]): Promise<void> {
  const paid = await context.sql.query<{ id: string }>(
    "select p.id::text as id from aspiecework p join aswageperiod w on w.tenant_id = p.tenant_id and w.wage_period = p.wage_period where p.tenant_id = $1 and w.id = any($2::bigint[]) and p.is_deleted = 0 and p.piece_status in ('approved', 'settled') order by p.id",
    [context.tenantId, ids],
  );
  await context.lockRows(
    piece,
    paid.map((row) => row.id),
  );
}

/** Lock the set-aside pieces, which move to the next period. The order of locks has pieces before periods. */
async function holdAside(context: Context, ids: readonly string[]): Promise<void> {
  for (const { wagePeriod: label } of await context.find(wagePeriod, { id: [...ids] }))
    await context.lockRows(piece, await piecesAside(context, label));
}

const alone = async (context: Context, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await lockedAlone(context, id);
};

export default behaviour<typeof wagePeriod>(wagePeriod, {
  first: { calculate: alone, reopen: alone, send: holdAside, close: holdPieces, openAgain: holdPieces },
  actions: {
    calculate: (context, period) => calculate(context, period),
    async reopen(context, period) {
      await releasePeriod(context, period);
      const [next] = await context.find(
        wagePeriod,
        { startDate: after(period.endDate).start, periodStatus: 'calculated' },
        { first: 1 },
      );
      if (next && (await lockedAlone(context, next.id)).periodStatus === 'calculated')
        await context.change(wagePeriod, next.id, await calculate(context, next));
      return { technicianCount: 0, totalAmount: '0' };
    },
    async send(context, period) {
      await send(context, period);
    },
    async approve(context, period) {
      await approve(context, period);
    },
    async pay(context, period) {
      await pay(context, period);
    },
    async close(context, period, { reason }) {
      await assertNothingWaits(context, period, reason);
      await moveDrafts(context, period);
      await settlePeriod(context, period);
      return { closeUser: context.person.id, closeTime: context.now() };
    },
    async openAgain(context, period) {
      await unsettle(context, period);
      return { closeUser: null, closeTime: null };
    },
  },
  calls: [
    ...periodSteps.map((step) =>
      implement(step, {
        async write({ wagePeriod: label, id: named, reason }, context) {
          const { id } = await periodNamed(context, { wagePeriod: label, id: named });
          const { periodStatus, technicianCount, totalAmount, ...done } = await context.act(
            wagePeriod,
            id,
            step.needs,
            {
              reason,
            },
          );
          return { id, wagePeriod: done.wagePeriod, periodStatus, technicianCount, totalAmount };
        },
      }),
    ),
    implement(openPeriod, {
      write: ({ wagePeriod: label, startDate, endDate }, context) =>
        openNext(context, {
          ...(label && { label }),
          ...(startDate && { start: startDate }),
          ...(endDate && { end: endDate }),
        }),
    }),
    implement(pricesToSimulate, { read: (_asked, reading) => pricesToTry(reading) }),
    implement(simulatePrices, { read: (asked, reading) => simulate(reading, asked) }),
  ],
  timed: {
    roll: {
      cron: '30 0 * * *',
      async work(steps) {
        await steps.step(openUntilToday);
        await steps.step(seenByTime);
      },
    },
  },
});
