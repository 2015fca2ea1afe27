import sharp from 'sharp';
import type { TestCaller, TestServer } from '#kernel/testing/test-server.ts';
import { good, photoBy } from '#business/mobile/testing/worksite.ts';

const at = 'blade-maintenance/webApi';
const D = 'blade-maintain/dispatchList';

/** An order whose repair is done and paid. Its visit waits for the leader's confirmation. */
export interface FinishedCase {
  readonly orderId: string;
  readonly dispId: string;
  readonly visitId: string;
  readonly completionId: string;
  readonly completionNo: string;
}

/** Create the accounts of a company with one technician. */
async function peopleOf(server: TestServer) {
  return {
    cs: await server.as('as_cs,as_cs_lead', { who: 'lead' }),
    dispatcher: await server.as('as_dispatcher'),
    leader: await server.as('as_leader'),
    finance: await server.as('as_finance'),
    manager: await server.as('as_manager'),
    man: await server.as('as_technician', { who: 'jiang' }),
    admin: await server.as('administrator'),
  };
}

/** Create the technician, cash as a payment method, and the required photo class. */
async function baseOf({ admin, man }: Awaited<ReturnType<typeof peopleOf>>) {
  const dept = (await admin.get('blade-system/dept/tree')).data[0].id as string;
  const jiang = good(
    await admin.post(`${at}/astechnician/submit`, {
      userId: man.id,
      realName: '蒋志强',
      phone: '13800001001',
      deptId: dept,
      customerServiceTeam: 'east',
      technicianLevel: 't3',
      employType: 'own',
      hireDate: '2024-01-02',
      workDays: '1,2,3,4,5,6,7',
      workStart: '08:30',
      workEnd: '17:30',
      dailyCapacityMinutes: 480,
      homeLocation: '121.50,31.20',
      pieceRatio: '1',
    }),
  ).data.id as string;
  const cash = good(
    await admin.post(`${at}/paymentType/submit`, {
      typeCode: 'XJ',
      typeName: '现金',
      payChannel: 'cash',
      needVoucher: false,
      needTransmit: true,
      sort: 1,
    }),
  ).data.id as string;
  const before = good(
    await admin.post(`${at}/ascompletionannexclassify/submit`, {
      classifyCode: 'before',
      classifyName: '处理前',
      receiptsTypes: 'repair',
      mediaType: 'image',
      minCount: 1,
      maxCount: 3,
      sort: 1,
    }),
  ).data.id as string;
  return { jiang, cash, before };
}

async function photo(caller: TestCaller, count: number): Promise<string> {
  const form = new FormData();
  const picture = await sharp({
    create: { width: 320, height: 240, channels: 3, background: { r: 40 + count * 8, g: 90, b: 120 } },
  })
    .jpeg()
    .toBuffer();
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), `photo-${count}.jpg`);
  return good(await caller.send('POST', 'blade-resource/oss/endpoint/put-file', { body: form })).data
    .attachId as string;
}

/** Create a customer with one machine and an accepted call. */
async function calledIn(cs: TestCaller, count: number): Promise<{ readonly registrationFormId: string }> {
  const address = `上海市浦东新区花木路${count}弄${count}号`;
  const customer = good(
    await cs.post(`${at}/ascustomer/submit`, {
      customerName: `客户${count}`,
      phone: `1391234${2000 + count}`,
      addressDetail: address,
      customerServiceTeam: 'east',
      location: '121.52,31.21',
    }),
  ).data;
  const file = good(await cs.post(`${at}/registerMain/submit`, { customerId: customer.id, address })).data;
  const machine = good(
    await cs.post(`${at}/asequipment/submit`, {
      registerMainId: file.id,
      equipmentName: '混水中心',
      equipmentCategory: 'pump',
      systemType: 'floorHeat',
    }),
  ).data;
  return good(
    await cs.post(`${at}/asrepairform/submit`, {
      customerId: customer.id,
      equipmentId: machine.id,
      repairType: 'floorHeat',
      faultCategory: 'noHeat',
      description: `次卧地面凉 ${count}`,
      then: 'accept',
    }),
  ).data;
}

/** Return a function that creates finished orders: each visit begins this many minutes from now and is paid in cash. */
export async function openCases(server: TestServer) {
  const people = await peopleOf(server);
  const { cs, dispatcher, man } = people;
  const { jiang, cash, before } = await baseOf(people);
  let count = 0;
  async function job(hour: number, paid = '120.00'): Promise<FinishedCase> {
    count += 1;
    const form = await calledIn(cs, count);
    const day = server.clock.ms() + 3_600_000;
    const moment = (plus: number): string =>
      new Date(day + 8 * 3_600_000 + plus * 60_000).toISOString().slice(0, 19).replace('T', ' ');
    const disp = good(
      await dispatcher.post(`${at}/asdispatchform/save`, {
        header: { registrationFormId: form.registrationFormId, planStart: moment(hour), planEnd: moment(hour + 60) },
        technicianId: jiang,
        dispatch: true,
        force: true,
        forceReason: '客户指定',
      }),
    ).data;
    const [visit] = (await man.get(`${D}/onlyList`, { taskStatus: 'pendingAccept' })).data.records;
    good(await man.post(`${D}/accept`, { id: visit.id }));
    good(await man.post(`${D}/depart`, { id: visit.id }));
    server.clock.pass(2 * 60_000);
    good(await man.post(`${D}/arrive`, { id: visit.id, location: '121.5201,31.2101' }));
    good(await man.post(`${D}/addImg`, { id: visit.id, classifyId: before, fileUrl: await photo(man, count) }));
    server.clock.pass(5 * 60_000);
    const { arriveTime } = (await man.get(`${D}/detail`, { id: visit.id })).data;
    const done = good(
      await man.post(`${at}/ascompletionregistration/batchSave`, {
        draft: false,
        header: {
          dispatchListId: visit.id,
          startTime: arriveTime,
          endTime: new Date(server.clock.ms() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
          visitResult: 'done',
          faultCategory: 'noHeat',
          faultCause: 'wear',
          serviceMeasure: 'adjust',
          maintenanceContent: '清洗过滤器，排气，压力 1.5 bar',
          laborFee: '150.00',
          mileageKm: '3',
          signRefused: '客户外出，电话确认',
          refusedProof: await photoBy(man),
          unpaidReason: 'later',
        },
        equipment: [{ equipmentName: '混水中心', qty: '1' }],
        supplies: [],
        annexes: [],
        collects: [
          { collectType: 'labor', paymentTypeId: cash, receivableAmount: paid, amount: paid, collectTime: arriveTime },
        ],
      }),
    ).data;
    return {
      orderId: form.registrationFormId,
      dispId: disp.id,
      visitId: visit.id,
      completionId: done.id,
      completionNo: done.completionNo,
    };
  }
  return { ...people, job };
}
