import { expect, test } from 'vitest';
import { postStock, storeOfPerson } from '#business/materials/stores/posting.service.ts';
import { material } from '#business/materials/items/material.paper.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';
import { PieceWorld } from '#business/piecework/testing/piecework-world.ts';
import { saved, describeAnswer } from '#kernel/testing/sample.ts';
import { type Answer, openTestServer } from '#kernel/testing/test-server.ts';

/** Number of rounds of each race; twenty in the acceptance run. */
const ROUNDS = Math.max(1, Number(process.env.ANJU_RACE_ROUNDS ?? 1));
const MANY_MS = 60_000 + ROUNDS * 15_000;
const at = 'blade-maintenance/webApi';
const D = 'blade-maintain/dispatchList';
const money = `${at}/ascollectdetaileds`;
const wages = `${at}/aspieceworkwages`;

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
const mate = new Worksite(server, {
  cs: site.cs,
  dispatcher: site.dispatcher,
  man: site.other,
  other: site.man,
  admin: site.admin,
});
const world = new PieceWorld(server);
const two = async (role: string) =>
  [await server.as(role, { who: 'one' }), await server.as(role, { who: 'two' })] as const;
const [finance, stores, dispatchers] = [await two('as_finance'), await two('as_store'), await two('as_dispatcher')];
const { id: wechat } = good(
  await site.admin.post(`${at}/paymentType/submit`, {
    typeCode: 'WX',
    typeName: '微信',
    payChannel: 'wechat',
    needVoucher: false,
    needTransmit: false,
    autoApprove: true,
    sort: 1,
  }),
).data;

let count = 0;
const deadlocks = async (): Promise<number> =>
  Number(
    (
      await server.tables<{ n: string }>(
        'select deadlocks::text as n from pg_stat_database where datname = current_database()',
      )
    )[0].n,
  );
const atFirst = await deadlocks();

/** Assert that no answer is a server error, and that the number of successes is one of the expected ones. */
function won(answers: readonly Answer[], expected: readonly number[]): void {
  const about = answers.map(describeAnswer).join(' | ');
  for (const answer of answers) {
    expect(answer.status, about).toBeLessThan(500);
    if (answer.status !== 200) expect(answer.reason, about).toBeTruthy();
  }
  expect(expected, about).toContain(answers.filter((answer) => answer.status === 200).length);
}

/** Create an order that waits for its dispatch. */
async function reported(): Promise<string> {
  count += 1;
  const customer = good(
    await site.cs.post(`${at}/ascustomer/submit`, {
      customerName: `同抢${count}`,
      phone: `1371234${4000 + count}`,
      addressDetail: `上海市长宁区天山路${count}弄1号`,
      customerServiceTeam: 'east',
    }),
  ).data;
  const file = good(
    await site.cs.post(`${at}/registerMain/submit`, {
      customerId: customer.id,
      address: `上海市长宁区天山路${count}弄1号`,
    }),
  ).data;
  const machine = good(
    await site.cs.post(`${at}/asequipment/submit`, {
      registerMainId: file.id,
      equipmentName: '混水中心',
      equipmentCategory: 'pump',
      systemType: 'floorHeat',
    }),
  ).data;
  return good(
    await site.cs.post(`${at}/asrepairform/submit`, {
      customerId: customer.id,
      equipmentId: machine.id,
      repairType: 'floorHeat',
      faultCategory: 'noHeat',
      description: '不热',
      then: 'accept',
    }),
  ).data.registrationFormId;
}

const times = async (round: (nth: number) => Promise<unknown>): Promise<void> => {
  for (let nth = 0; nth < ROUNDS; nth++) await round(nth);
};

test(
  '两个技师同时用最后一个配件：一个用上，另一个被告知 two technicians use the last part at once: one succeeds, the other is refused',
  { timeout: MANY_MS },
  async () => {
    const van = await site.fillVan(1);
    const part = { ...van, qty: '1', unitPrice: '180', payer: 'customer', oldPartReturn: false };
    await times(async (nth) => {
      if (nth)
        await server.work('as_store', async (context) => {
          const supplier = await context.call(storeOfPerson, { virtual: 'supplier' });
          await context.call(postStock, {
            bill: { type: 'shipment', id: String(nth + 1), no: `FL${nth + 1}` },
            moves: [
              {
                step: `open:${nth}`,
                lineId: null,
                materialId: van.materialId,
                fromWarehouseId: supplier,
                toWarehouseId: van.warehouseId,
                qty: '1',
                unitCost: '90',
              },
            ],
          });
        });
      const helped = await site.sent(9 + (nth % 9), `帮手${nth}`);
      await site.transfer(helped.dispId);
      good(
        await site.dispatcher.post(`${at}/asdispatchformdetails/submit`, {
          dispId: helped.dispId,
          technicianId: site.technicianId,
          crewRole: 'assist',
          forceReason: '车上有件',
        }),
      );
      // The helper left the crew before its departure. The order may still use the parts in the helper's van.
      await server.tables(
        'update asdispatchformdetails set is_current = false, leave_time = $3 where disp_id = $1 and technician_id = $2',
        [helped.dispId, site.technicianId, '2026-11-23 23:00:00+08'],
      );
      await server.tables('update asdispatchformdetails set share_ratio = 1 where disp_id = $1 and is_current', [
        helped.dispId,
      ]);
      const [{ id }] = await server.tables<{ id: string }>(
        'select id::text as id from dispatchlist where disp_id = $1 and is_current',
        [helped.dispId],
      );
      const mine = await site.working(9 + (nth % 9), `自己${nth}`);
      good(await site.other.post(`${D}/accept`, { id }));
      good(await site.other.post(`${D}/arrive`, { id, location: '121.5201,31.2101' }));
      const theirs = good(await site.other.get(`${D}/detail`, { id })).data;
      const later = { unpaidReason: 'later' };
      won(
        await Promise.all([
          site.completed(mine, { supplies: [part] }, later),
          mate.completed(theirs, { supplies: [part] }, later),
        ]),
        [1],
      );
      const [{ n }] = await server.tables<{ n: string }>(
        'select coalesce(sum(on_hand), 0)::text as n from asstock where warehouse_id = $1',
        [van.warehouseId],
      );
      expect(Number(n)).toBe(0);
      // Complete both visits without the part: the refused completion now succeeds, so that both technicians are free
      // for the next round.
      await site.completed(mine);
      await mate.completed(theirs);
    });
  },
);

test(
  '两个派工员同时派同一张单：只派出一次 two dispatchers send the same order at once: it is sent once',
  { timeout: MANY_MS },
  async () => {
    await times(async (nth) => {
      const registrationFormId = await reported();
      const header = {
        registrationFormId,
        planStart: `2026-11-2${4 + (nth % 5)} 09:00:00`,
        planEnd: `2026-11-2${4 + (nth % 5)} 10:00:00`,
      };
      const send = (by: number, technicianId: string) =>
        dispatchers[by].post(`${at}/asdispatchform/save`, {
          header,
          technicianId,
          dispatch: true,
          force: true,
          forceReason: '顺路',
        });
      won(await Promise.all([send(0, site.technicianId), send(1, site.otherId)]), [1]);
      expect(
        await server.tables(
          "select 1 from asdispatchform where registration_form_id = $1 and is_deleted = 0 and dispatch_status <> 'cancelled'",
          [registrationFormId],
        ),
      ).toHaveLength(1);
      expect(
        await server.tables(
          'select 1 from dispatchlist v join asdispatchform d on d.id = v.disp_id where d.registration_form_id = $1 and v.is_current and v.is_deleted = 0',
          [registrationFormId],
        ),
      ).toHaveLength(1);
    });
  },
);

test(
  '同一笔款同时退两次：只退一次 two concurrent refunds of the same money refund once',
  { timeout: MANY_MS },
  async () => {
    const customer = good(
      await site.cs.post(`${at}/ascustomer/submit`, {
        customerName: '退款先生',
        phone: '13712349999',
        addressDetail: '上海市长宁区天山路99弄1号',
        customerServiceTeam: 'east',
      }),
    ).data;
    const row = (amount: string, more: Record<string, unknown>) => ({
      customerId: customer.id,
      technicianId: site.technicianId,
      collectType: 'labor',
      paymentTypeId: wechat,
      receivableAmount: amount,
      amount,
      collectTime: '2026-11-23 09:30:00',
      reason: '客户退款',
      ...more,
    });
    await times(async (nth) => {
      const { id } = good(
        await finance[0].post(`${money}/submit`, row('100.00', { tradeNo: `T${nth}`, reason: '补录' })),
      ).data;
      // The payment service reports a payment twice while finance approves it: the approval is logged once.
      const sap = await server.as('as_sap');
      const arrived = () =>
        sap.post(`${money}/paymentCallback`, { payChannel: 'wechat', tradeNo: `T${nth}`, amount: '100.00' });
      won(await Promise.all([arrived(), arrived(), finance[1].post(`${money}/updateApproval`, { ids: id })]), [2, 3]);
      expect(
        await server.tables("select 1 from asactionlog where biz_id = $1 and to_status = 'approved'", [id]),
      ).toHaveLength(1);
      won(
        await Promise.all(finance.map((by) => by.post(`${money}/submit`, row('-60.00', { originCollectId: id })))),
        [1],
      );
      expect(
        await server.tables(
          'select sum(amount)::text as sum from ascollectdetaileds where origin_collect_id = $1 and is_deleted = 0',
          [id],
        ),
      ).toEqual([{ sum: '-60.00' }]);
    });
  },
);

test(
  '关账、下发的同时撤销计件：要么撤了，要么留着，不会两样都是 a revoke of a piece during the sending or closing of the month removes it completely or not at all',
  { timeout: MANY_MS },
  async () => {
    const [hr, manager, auditor, lead, leader] = await Promise.all(
      ['as_hr', 'as_manager', 'as_piece_auditor', 'as_piece_lead', 'as_leader'].map((role) => server.as(role)),
    );
    const office = await server.as('as_cs,as_cs_lead', { who: 'lead' });
    await server.tables(
      'update blade_user set dept_id = (select dept_id from blade_user where id = $1) where id = $2',
      [site.cs.id, office.id],
    );
    server.app.ports.forget('000000');
    const pump = await world.priced('PUMP', '100');
    const month = { wagePeriod: '2026-11' };
    const period = (verb: string) => hr.post(`${wages}/${verb}`, { ...month, reason: '月底提前' });
    /** Create a job that is done, confirmed and approved for pay. */
    const made = async (): Promise<string> => {
      const of = await site.working(9 + (count++ % 9), `计件${count}`);
      const done = good(
        await site.completed(of, { equipment: [{ equipmentName: '混水中心', qty: '1', processId: pump }] }),
      ).data;
      good(await leader.post(`${D}/confirm`, { id: of.id, pass: true }));
      good(await office.post(`${at}/ascompletionregistration/backConfirm`, { ids: done.id, result: 'pass' }));
      const [{ id }] = await server.tables<{ id: string }>(
        "select id::text as id from aspiecework where completion_id = $1 and piece_status = 'pending'",
        [done.id],
      );
      good(await auditor.post(`${at}/aspieceworkaudit/pieceWorkCheck`, { ids: id }));
      return id;
    };
    const revoke = (id: string) => lead.post(`${at}/aspieceworkaudit/revoke`, { id });
    const retained = await made();
    await times(async () => {
      const extra = await made();
      won(await Promise.all([period('calculate'), revoke(extra)]), [1, 2]);
      good(await period('calculate'));
      const [sent, revoked] = await Promise.all([period('send'), revoke(await made())]);
      won([sent, revoked], [1, 2]);
      // Reset the period and the payslips for the next round.
      await server.tables("update aswageperiod set period_status = 'calculated' where wage_period = '2026-11'");
      await server.tables(
        "update aswagesheet set wage_status = 'draft', send_time = null where wage_period = '2026-11'",
      );
      await server.tables("delete from asactionlog where biz_type = 'wage' and action = 'send'");
    });
    good(await period('calculate'));
    good(await period('send'));
    const own = new Map([
      [site.technicianId, site.man],
      [site.otherId, site.other],
    ]);
    for (const sheet of good(await hr.get(`${at}/aswagesheet/list`, { ...month, size: 10 })).data.records as {
      id: string;
      technicianId: string;
    }[])
      good(await own.get(sheet.technicianId)!.post(`${wages}/sign`, { id: sheet.id }));
    good(await manager.post(`${wages}/approve`, month));
    good(await period('pay'));
    await times(async () => {
      const [closed, revoked] = await Promise.all([period('close'), revoke(retained)]);
      won([closed, revoked], [1]);
      expect([closed.status, (await world.get(retained)).pieceStatus], describeAnswer(closed)).toEqual([
        200,
        'settled',
      ]);
      good(await manager.post(`${wages}/openAgain`, { ...month, reason: '再来一次' }));
    });
  },
);

test(
  '同一张调整单同时审批两次：只过账一次 two concurrent approvals of an adjustment post once',
  { timeout: MANY_MS },
  async () => {
    const writer = await server.as('as_store', { who: 'writer' });
    const main = (await saved(server, warehouse, { warehouseType: 'main' })).id;
    await times(async () => {
      const valve = (await saved(server, material, { costPrice: '10', trackMode: 'qty' })).id;
      const { id } = good(
        await writer.post(`${at}/asstockadjust/submit`, {
          adjustType: 'open',
          postDate: '2026-11-20',
          reason: '期初建账',
          warehouseId: main,
          lines: [{ materialId: valve, qty: '1', unitCost: '10' }],
        }),
      ).data;
      won(
        await Promise.all(stores.map((by) => by.post(`${at}/asstockadjust/approve`, { ids: id, note: '同意' }))),
        [1],
      );
    });
  },
);

test(
  '从SAP同时导入、回执丢失再导入：每个物料一行 concurrent and repeated imports from SAP, in any order, create one row each',
  { timeout: MANY_MS },
  async () => {
    const items = (
      good(await stores[0].get(`${at}/asbasematerial/sapMaterialPage`, { size: 500 })).data.records as {
        itemCode: string;
      }[]
    ).map((one) => one.itemCode);
    await times(async (nth) => {
      const few = items.slice((nth * 6) % items.length, ((nth * 6) % items.length) + 6);
      const take = (by: number, codes: readonly string[], key?: string) =>
        stores[by].post(`${at}/asbasematerial/importSapMaterial`, { itemCodes: codes }, key);
      won(await Promise.all([take(0, few), take(1, few.toReversed())]), [2]);
      const again = [await take(0, few, `sap-${nth}`), await take(0, few, `sap-${nth}`)];
      won(again, [2]);
      expect(again[1].data).toEqual(again[0].data);
      expect(
        await server.tables('select item_code from asbasematerial where item_code = any($1) and is_deleted = 0', [few]),
      ).toHaveLength(few.length);
    });
  },
);

test(
  '之后所有规则仍成立，没有死锁 afterwards every invariant holds, and there was no deadlock',
  { timeout: MANY_MS },
  async () => {
    expect(await deadlocks()).toBe(atFirst);
    expect(server.app.lockWatch!.found).toEqual([]);
    for (const one of server.app.invariants)
      expect(
        await server.tables(`select * from (${one.sql}) b where $2::timestamptz is not null limit 3`, [
          '000000',
          '2026-11-23 18:00:00+08',
        ]),
        `${one.code} ${one.title[0]}`,
      ).toEqual([]);
  },
);
