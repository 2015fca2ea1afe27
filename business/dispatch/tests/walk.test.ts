import { expect, test } from 'vitest';
import { type Answer, type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { Walk } from '#kernel/testing/walk.ts';
import { material } from '#business/materials/items/material.paper.ts';
import { postStock, storeOfPerson } from '#business/materials/stores/posting.service.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import type { Draft } from '#kernel/language/paper.ts';
import { photoBy } from '#business/mobile/testing/worksite.ts';

const server = await openTestServer(import.meta.url);
const cs = await server.as('as_cs,as_cs_lead', { who: 'lead' });
const dispatcher = await server.as('as_dispatcher');
const leader = await server.as('as_leader');
const manager = await server.as('as_manager');
const admin = await server.as('administrator');
const at = 'blade-maintenance/webApi';
const D = 'blade-maintain/dispatchList';

const walk = new Walk(server);
const { chance, pick } = {
  chance: (most: number) => walk.chance(most),
  pick: <T>(of: readonly T[]): T => walk.pick(of),
};

interface Man {
  readonly caller: TestCaller;
  readonly id: string;
}

async function hire(who: string): Promise<Man> {
  const caller = await server.as('as_technician', { who });
  const dept = (await admin.get('blade-system/dept/tree')).data[0].id as string;
  const { data } = await admin.post(`${at}/astechnician/submit`, {
    userId: caller.id,
    realName: `技师${who}`,
    phone: `1380000900${who}`,
    deptId: dept,
    customerServiceTeam: 'east',
    technicianLevel: 't3',
    employType: 'own',
    hireDate: '2024-01-02',
    workDays: '1,2,3,4,5,6,7',
    homeLocation: '121.50,31.20',
    pieceRatio: '1',
  });
  return { caller, id: data.id };
}

async function order(n: number): Promise<string> {
  const address = `上海市浦东新区锦绣路${n}弄${n}号`;
  const customer = (
    await cs.post(`${at}/ascustomer/submit`, {
      customerName: `客户${n}`,
      phone: `1391235${String(3000 + n)}`,
      addressDetail: address,
      customerServiceTeam: 'east',
      location: '121.52,31.21',
    })
  ).data;
  const file = (await cs.post(`${at}/registerMain/submit`, { customerId: customer.id, address })).data;
  const machine = (
    await cs.post(`${at}/asequipment/submit`, {
      registerMainId: file.id,
      equipmentName: '混水中心',
      equipmentCategory: 'pump',
      systemType: 'floorHeat',
    })
  ).data;
  return (
    await cs.post(`${at}/asrepairform/submit`, {
      customerId: customer.id,
      equipmentId: machine.id,
      repairType: 'floorHeat',
      faultCategory: 'noHeat',
      description: '次卧地面凉',
      then: 'accept',
    })
  ).data.registrationFormId;
}

const men = [await hire('1'), await hire('2'), await hire('3')];
const orders: string[] = [];
for (let n = 1; n <= 8; n++) orders.push(await order(n));

/** Each van holds six pumps, so that some visits find none left. */
const { materialId, vans } = await server.work('as_admin', async (context) => {
  const item = await context.create(material, {
    itemCode: 'PUMP-1',
    itemName: '循环泵',
    itmsGrpNam: '水泵',
    materialType: 'part',
    unit: 'pcs',
    salePrice: '180',
  } as Draft<typeof material>);
  const supplier = await context.call(storeOfPerson, { virtual: 'supplier' });
  const own: string[] = [];
  for (const [n, man] of men.entries())
    own.push(
      (
        await context.create(warehouse, {
          warehouseCode: `CAR-${n}`,
          warehouseName: `车${n}`,
          warehouseType: 'person',
          technicianId: man.id,
        })
      ).id,
    );
  await context.call(postStock, {
    bill: { type: 'open', id: '1', no: 'PD' },
    moves: own.map((van, n) => ({
      step: `open${n}`,
      lineId: null,
      materialId: item.id,
      fromWarehouseId: supplier,
      toWarehouseId: van,
      qty: '6',
      unitCost: '90',
    })),
  });
  return { materialId: item.id, vans: own };
});
const {
  data: { id: cash },
} = await admin.post(`${at}/paymentType/submit`, {
  typeCode: 'cash',
  typeName: '现金',
  payChannel: 'cash',
  needVoucher: false,
  needTransmit: true,
  sort: 1,
});

function window(): { planStart: string; planEnd: string } {
  const [day, hour] = [24 + chance(4), 8 + chance(9)];
  return {
    planStart: `2026-11-${day} ${String(hour).padStart(2, '0')}:00:00`,
    planEnd: `2026-11-${day} ${String(hour + 1).padStart(2, '0')}:00:00`,
  };
}

/** The rows that one attempt may use: a visit, a dispatch form, a completion, a leave and a delay. */
interface With {
  readonly visit: string;
  readonly form: string;
  readonly completion: string;
  readonly leave: string;
  readonly delay: string;
}
type Doing = (on: With) => Promise<Answer>;

/**
 * Return used parts, mostly from the technician's own van and sometimes more than it holds. Collected money is mostly
 * the due amount.
 */
const used = (): object[] =>
  chance(2)
    ? [
        {
          materialId,
          warehouseId: pick(vans),
          qty: pick(['1', '1', '2', '9']),
          unitPrice: '180',
          payer: pick(['customer', 'customer', 'company']),
        },
      ]
    : [];
const taken = (): object[] =>
  chance(2)
    ? [
        {
          collectType: pick(['labor', 'labor', 'material']),
          paymentTypeId: cash,
          receivableAmount: '120',
          amount: pick(['120', '100']),
        },
      ]
    : [];

async function written({ visit }: With): Promise<Answer> {
  return leader.post(`${at}/ascompletionregistration/batchSave`, {
    draft: chance(4) === 0,
    reason: '代办',
    equipment: [],
    supplies: used(),
    collects: taken(),
    header: {
      dispatchListId: visit,
      startTime: '2026-11-23 08:00:00',
      endTime: '2026-11-23 08:30:00',
      visitResult: pick(['done', 'done', 'needParts', 'reappoint']),
      faultCategory: 'noHeat',
      faultCause: 'wear',
      serviceMeasure: 'adjust',
      maintenanceContent: '调试',
      laborFee: pick(['0', '120']),
      unpaidReason: 'later',
      signRefused: '电话确认',
      refusedProof: await photoBy(leader),
    },
  });
}

function away(): Promise<Answer> {
  const [man, day] = [pick(men), 24 + chance(5)];
  return man.caller.post(`${at}/asleaveform/submit`, {
    technicianId: pick([man, man, pick(men)]).id,
    leaveType: pick(['personal', 'sick']),
    startTime: `2026-11-${day} 08:30:00`,
    endTime: `2026-11-${day + chance(2)} ${pick(['12:00:00', '17:30:00'])}`,
    reason: '家里有事',
  });
}

/** Attempts that are sensible or not: by the wrong person, at the wrong moment, or for the second time. */
const tries: readonly Doing[] = [
  () =>
    dispatcher.post(`${at}/asdispatchform/save`, {
      header: { registrationFormId: pick(orders), ...window() },
      technicianId: pick(men).id,
      dispatch: true,
      force: chance(2) === 0,
      forceReason: '顺路',
    }),
  ({ form }) =>
    dispatcher.post(`${D}/submit`, {
      dispId: form,
      technicianId: pick(men).id,
      ...window(),
      force: true,
      forceReason: '客户指定',
    }),
  ({ visit }) => pick(men).caller.post(`${D}/accept`, { id: visit }),
  ({ visit }) => leader.post(`${D}/accept`, { id: visit, reason: '代接' }),
  ({ visit }) => pick(men).caller.post(`${D}/refuse`, { id: visit, refuseReason: 'full', reason: '排满' }),
  ({ visit }) =>
    leader.post(`${D}/appoint`, { id: visit, from: '2026-11-25 09:00:00', to: '2026-11-25 11:00:00', reason: '代约' }),
  ({ visit }) => leader.post(`${D}/depart`, { id: visit, reason: '代办' }),
  ({ visit }) => leader.post(`${D}/arrive`, { id: visit, reason: '代办' }),
  ({ visit }) => leader.post(`${D}/arrive`, { id: visit, reason: '代办' }),
  ({ visit }) => leader.post(`${D}/pause`, { id: visit, reason: '等配件' }),
  ({ visit }) => leader.post(`${D}/resume`, { id: visit, reason: '代办' }),
  ({ visit }) =>
    leader.post(`${D}/finish`, {
      id: visit,
      visitResult: pick(['noAccess', 'done', 'remote']),
      resultNote: '说明',
      reason: '代办',
    }),
  written,
  written,
  ({ visit }) =>
    leader.post(`${D}/confirm`, { ids: visit, ...(chance(5) === 0 && { pass: false, reason: '照片不清' }) }),
  ({ completion }) =>
    cs.post(`${at}/ascompletionregistration/backConfirm`, {
      ids: completion,
      result: pick(['pass', 'pass', 'pass', 'refill', 'redo']),
      reason: '复核',
    }),
  ({ completion }) =>
    manager.post(`${at}/ascompletionregistration/backConfirm`, { ids: completion, result: 'reopen', reason: '补录' }),
  away,
  ({ leave }) =>
    pick([leader, manager]).post(`${at}/asleaveform/approve`, {
      ids: leave,
      pass: chance(4) > 0,
      note: '同意',
      force: chance(2) === 0,
    }),
  ({ leave }) =>
    pick([leader, ...men.map((one) => one.caller)]).post(`${at}/asleaveform/submit`, {
      id: leave,
      action: 'cancel',
      reason: '不用了',
    }),
  ({ form }) =>
    pick(men).caller.post(`${at}/asdelayworkregistration/submit`, {
      dispId: form,
      delayReason: pick(['customer', 'parts', 'previous']),
      reasonDetail: '客户出差',
      newTime: `2026-11-${25 + chance(5)} 09:00:00`,
      customerAgreed: true,
    }),
  ({ delay }) =>
    pick([dispatcher, leader]).post(`${at}/asdelayworkregistration/approve`, {
      ids: delay,
      pass: chance(4) > 0,
      note: '同意',
      force: chance(2) === 0,
      forceReason: '客户指定',
    }),
  ({ delay }) => pick(men).caller.post(`${at}/asdelayworkregistration/submit`, { id: delay, action: 'cancel' }),
  ({ form }) =>
    dispatcher.post(`${at}/asdispatchform/updateUser`, {
      dispId: form,
      technicianId: pick(men).id,
      reason: '换人',
      force: true,
    }),
  ({ form }) =>
    dispatcher.post(`${at}/asdispatchform/submit`, {
      id: form,
      action: pick(['hold', 'release', 'backToPool']),
      holdReason: 'customer',
      reason: '客户要求',
    }),
  () =>
    dispatcher.post(`${at}/asregistrationform/submit`, {
      id: pick(orders),
      action: pick(['hold', 'release']),
      holdReason: 'weather',
    }),
  () => cs.post(`${at}/asregistrationform/submit`, { id: pick(orders), action: 'cancel', cancelReason: 'self' }),
  ({ visit }) => dispatcher.post(`${D}/submit`, { id: visit, action: pick(['cancel', 'backToPool']), reason: '改期' }),
];

test(`random calls, alone, concurrent, repeated or in the wrong order, leave every invariant true (seed ${walk.seed})`, async () => {
  for (let round = 0; round < 40; round++) {
    // Choose mostly rows in progress, sometimes finished ones.
    const going = await walk.ids(
      "dispatchlist where task_status not in ('refused', 'recalled', 'transferred', 'cancelled')",
    );
    const [all, forms, done, leaves, delays] = [
      await walk.ids('dispatchlist where 1 = 1'),
      await walk.ids('asdispatchform where 1 = 1'),
      await walk.ids("ascompletionregistration where complete_status in ('submitted', 'confirmed')"),
      await walk.ids('asleaveform where 1 = 1'),
      await walk.ids('asdelayworkregistration where 1 = 1'),
    ];
    const visits = going.length && chance(5) ? going : all;
    const one = (of: readonly string[]): string => (of.length ? pick(of) : '1');
    // Cancel rarely, because nothing more can be tried on a finished order.
    const chosen = tries.slice(0, chance(4) ? tries.length - 2 : tries.length);
    await walk.round(
      chosen.map(
        (doing) => () =>
          doing({
            visit: one(visits),
            form: one(forms),
            completion: one(done),
            leave: one(leaves),
            delay: one(delays),
          }),
      ),
      6,
    );
    server.clock.pass(10_000);
    if (round % 10 === 9) await walk.holds();
  }
  console.log(String(walk));
  // If nearly all attempts were refused, the test would prove nothing.
  expect(walk.told.get('200') ?? 0, String(walk)).toBeGreaterThan(40);
}, 120_000);
