import { expect, test } from 'vitest';
import { type Answer, openTestServer } from '#kernel/testing/test-server.ts';
import { Walk } from '#kernel/testing/walk.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
const walk = new Walk(server);
const at = 'blade-maintenance/webApi';
const of = `${at}/ascollectdetaileds`;
const [finance, lead, leader, manager, office] = [
  await server.as('as_finance'),
  await server.as('as_finance,as_finance_lead', { who: 'lead' }),
  await server.as('as_leader'),
  await server.as('as_manager'),
  await server.as('as_cs,as_cs_lead', { who: 'lead' }),
];
// Customer service collects, and its lead in the same department approves.
await server.tables('update blade_user set dept_id = (select dept_id from blade_user where id = $1) where id = $2', [
  site.cs.id,
  office.id,
]);
server.app.ports.forget('000000');
const way = async (typeCode: string, more: Record<string, unknown>): Promise<string> =>
  good(
    await site.admin.post(`${at}/paymentType/submit`, {
      typeCode,
      typeName: typeCode,
      payChannel: 'cash',
      needVoucher: false,
      needTransmit: false,
      sort: 1,
      ...more,
    }),
  ).data.id;
const ways = [
  await way('XJ', { needTransmit: true }),
  await way('YH', { payChannel: 'bank', needVoucher: true }),
  await way('WX', { payChannel: 'wechat' }),
];

interface Door {
  readonly id: string;
  readonly arriveTime: string;
  readonly customerId: string;
  readonly completionId: string;
}

/** Create a visit whose completion charges 120, partly received. */
async function door(hour: number, name: string): Promise<Door> {
  const visit = await site.working(hour, name);
  const done = good(
    await site.completed(
      visit,
      {
        collects: [
          {
            collectType: 'labor',
            paymentTypeId: walk.pick(ways),
            receivableAmount: '120',
            amount: walk.pick(['120', '100', '0.01']),
          },
        ],
      },
      { laborFee: '120', unpaidReason: 'later' },
    ),
  ).data;
  return { id: visit.id, arriveTime: visit.arriveTime, customerId: done.customerId, completionId: done.id };
}

const doors: Door[] = [];
for (const [nth, hour] of [9, 10, 11, 13, 14, 15].entries()) doors.push(await door(hour, `客户${nth}`));

let rows: string[] = [];
let done: string[] = [];
let bills = 0;
const amounts = ['120', '100', '20', '0.01', '60.5', '-20', '-0.01', '-120', '99999', '0'];

function take(): Promise<Answer> {
  const { customerId, completionId } = walk.pick(doors);
  const amount = walk.pick(amounts);
  return walk.pick([site.man, site.man, finance]).post(`${of}/submit`, {
    customerId,
    ...(walk.chance(4) && { completionId }),
    technicianId: site.technicianId,
    collectType: walk.pick(['labor', 'visit', 'other']),
    paymentTypeId: walk.pick(ways),
    receivableAmount: amount,
    amount,
    collectTime: '2026-11-23 09:30:00',
    ...(amount.startsWith('-') && walk.chance(5) && rows.length && { originCollectId: walk.pick(rows) }),
  });
}

/** Invoice the sum of the rows, or less, or too much; sometimes with a used number. */
async function invoice(): Promise<Answer> {
  const ids = walk.some(rows);
  const [{ sum }] = await server.tables<{ sum: string }>(
    'select coalesce(sum(amount), 0)::text as sum from ascollectdetaileds where id = any($1)',
    [ids.split(',')],
  );
  bills += walk.chance(6) ? 1 : 0;
  return finance.post(`${of}/updateInvoicing`, {
    ids,
    invoiceType: walk.pick(['normal', 'electronic', 'special']),
    invoiceNo: `FP${bills}`,
    invoiceTitle: '个人',
    invoiceAmount: walk.pick([sum, sum, sum, '10', '99999']),
  });
}

/** Write a returned completion again: with its rows, with others, or without. */
async function rewrite(): Promise<Answer> {
  const { id, arriveTime, completionId } = walk.pick(doors);
  const stored = await server.tables<{
    id: string;
    collectType: string;
    paymentTypeId: string;
    receivableAmount: string;
    amount: string;
  }>(
    'select id::text, collect_type as "collectType", payment_type_id::text as "paymentTypeId", receivable_amount::text as "receivableAmount", amount::text from ascollectdetaileds where completion_id = $1 and is_deleted = 0 and amount > 0',
    [completionId],
  );
  return site.completed(
    { id, arriveTime },
    {
      collects: walk.pick([
        stored,
        stored,
        stored.slice(1),
        stored.map((row) => ({ ...row, amount: '1' })),
        [{ collectType: 'labor', paymentTypeId: ways[2], receivableAmount: '120', amount: '120' }],
      ]),
    },
    { laborFee: walk.pick(['120', '120', '80']), unpaidReason: 'later' },
  );
}

const check = (result: string): Promise<Answer> =>
  (result === 'reopen' ? manager : office).post(`${at}/ascompletionregistration/backConfirm`, {
    ids: walk.some(done, 1),
    result,
    reason: '复核',
  });

/** Random actions on money, valid or not: by a wrong person, of a wrong amount, or repeated. */
const tries: readonly (() => Promise<Answer>)[] = [
  take,
  take,
  take,
  () => site.man.post(`${of}/submit`, { id: walk.some(rows, 1), amount: walk.pick(amounts), remark: '更正' }),
  () => walk.pick([site.man, finance]).post(`${of}/remove?ids=${walk.some(rows)}`),
  () => walk.pick([finance, leader, lead, site.man]).post(`${of}/updateTransmit`, { ids: walk.some(rows) }),
  () => leader.post(`${of}/updateTransmit`, { ids: walk.some(rows) }),
  invoice,
  invoice,
  () => finance.post(`${of}/cancelInvoicing`, { ids: walk.some(rows, 1), reason: '抬头错误' }),
  () => walk.pick([finance, lead]).post(`${of}/updateApproval`, { ids: walk.some(rows) }),
  () => lead.post(`${of}/updateApproval`, { ids: walk.some(rows) }),
  () => lead.post(`${of}/cancelApproval`, { ids: walk.some(rows, 2), reason: '金额有误' }),
  () => finance.post(`${of}/updatePrintById`, { id: walk.some(rows, 1) }),
  () => leader.post('blade-maintain/dispatchList/confirm', { ids: walk.pick(doors).id, pass: true }),
  () => check('pass'),
  () => check('refill'),
  () => check('reopen'),
  rewrite,
  rewrite,
];

test(
  `钱怎么收、交、开票、审核、退都对得上 random actions on money, alone or concurrent, leave every amount consistent (seed ${walk.seed})`,
  { timeout: 120_000 },
  async () => {
    for (let round = 0; round < 48; round++) {
      [rows, done] = [
        await walk.ids('ascollectdetaileds where 1 = 1'),
        await walk.ids('ascompletionregistration where 1 = 1'),
      ];
      await walk.round(tries, 5);
      server.clock.pass(20_000);
      if (round % 12 === 11) await walk.holds();
    }
    console.log(String(walk));
    // The walk proves something only if both successes and refusals occurred.
    expect(walk.told.get('200') ?? 0, String(walk)).toBeGreaterThan(60);
    expect(walk.told.size, String(walk)).toBeGreaterThan(10);
  },
);
