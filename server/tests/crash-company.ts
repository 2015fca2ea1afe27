import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { logInOverHttp } from '#kernel/testing/power-cut.ts';

/** Number of technicians who work at once. */
const TECHNICIANS = 6;
/** Number of parts in each van at the beginning. */
export const PARTS = 1000;
const at = 'blade-maintenance/webApi';
const VISITS = 'blade-maintain/dispatchList';

type Body = Record<string, unknown>;
type Answered = Record<string, string>;
interface Told {
  readonly status: number;
  readonly data: Answered;
  readonly msg: string;
}

/** An account with its password and token. The token is valid until its server ends. */
export interface CrashAccount {
  readonly account: string;
  readonly password: string;
  token: string;
}
export interface Man extends CrashAccount {
  readonly technicianId: string;
  readonly van: string;
}

/**
 * A company under test: the desk, six technicians with their vans, and the office that confirms, checks and approves.
 */
export interface CrashCompany {
  base: string;
  readonly desk: CrashAccount;
  readonly office: CrashAccount;
  readonly men: readonly Man[];
  readonly customerId: string;
  readonly machineId: string;
  readonly cash: string;
  readonly part: string;
}

/** A case on its way to an approved collection: the number of finished steps, and data from their answers. */
export interface CrashCase {
  /** Id of the stored picture of the signature, which is uploaded before the visit ends. */ sign?: string;
  readonly man: Man;
  /** Planned time of the visit; a repeat of the call sends the same time. */ readonly plan: {
    readonly planStart: string;
    readonly planEnd: string;
  };
  readonly nth: number;
  readonly keys: string[];
  step: number;
  ids: { order: string; visit: string; arrived: string; completion: string; collects: string };
}

export const begun = (man: Man, nth: number): CrashCase => ({
  man,
  nth,
  plan: { planStart: hour(nth, 0), planEnd: hour(nth, 60) },
  keys: [],
  step: 0,
  ids: { order: '', visit: '', arrived: '', completion: '', collects: '' },
});

/** Send a write with an idempotency key. */
export async function post(
  base: string,
  token: string,
  path: string,
  body: Body,
  key: string = randomUUID(),
): Promise<Told> {
  const answer = await fetch(`${base}/api/${path}`, {
    method: 'POST',
    headers: { 'Blade-Auth': `bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(body),
  });
  return { status: answer.status, ...((await answer.json()) as Omit<Told, 'status'>) };
}

/** Send a write that must succeed; return its data. */
export async function made(base: string, token: string, path: string, body: Body): Promise<Answered> {
  const answer = await post(base, token, path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.msg}`);
  return answer.data;
}

export const read = async <T>(base: string, token: string, path: string): Promise<T> =>
  ((await (await fetch(`${base}/api/${path}`, { headers: { 'Blade-Auth': `bearer ${token}` } })).json()) as { data: T })
    .data;

/** Create an account with these roles, log it in, and return it with its password and token. */
export async function hired(
  base: string,
  token: string,
  account: string,
  realName: string,
  roles: readonly string[],
): Promise<CrashAccount & { readonly userId: string; readonly deptId: string }> {
  const [dept] = await read<Answered[]>(base, token, 'blade-system/dept/tree');
  const all = await read<Answered[]>(base, token, 'blade-system/role/alias');
  const user = await made(base, token, 'blade-system/user/submit', {
    account,
    realName,
    roleId: all
      .filter((one) => roles.includes(one.roleAlias))
      .map((one) => one.id)
      .join(','),
    deptId: dept.id,
  });
  const password = (await made(base, token, `blade-system/user/reset-password?userIds=${user.id}`, {}))[account];
  return { account, password, token: await logInOverHttp(base, account, password), userId: user.id, deptId: dept.id };
}

/** Create a technician with an account and a van. */
export async function technicianWithVan(base: string, token: string, n: number): Promise<Man> {
  const { userId, deptId, ...account } = await hired(base, token, `tech${n}`, `技师${n}`, ['as_technician']);
  const person = await made(base, token, `${at}/astechnician/submit`, {
    userId,
    realName: `技师${n}`,
    phone: `1380000900${n}`,
    deptId,
    customerServiceTeam: 'east',
    technicianLevel: 't3',
    employType: 'own',
    hireDate: '2024-01-02',
    workDays: '1,2,3,4,5,6,7',
    workStart: '00:00',
    workEnd: '23:59',
    dailyCapacityMinutes: 1200,
    homeLocation: '121.50,31.20',
    pieceRatio: '1',
  });
  const van = await made(base, token, `${at}/aswarehouse/submit`, {
    warehouseCode: `CAR-${n}`,
    warehouseName: `技师${n}的车`,
    warehouseType: 'person',
    technicianId: person.id,
  });
  return { ...account, technicianId: person.id, van: van.id };
}

/**
 * Create the company under test: the desk writes its master data, and the office approves the initial stock of each
 * van.
 */
export async function found(base: string): Promise<CrashCompany> {
  const desk: CrashAccount = { account: 'admin', password: 'admin', token: await logInOverHttp(base) };
  const { token } = desk;
  const office = await hired(base, token, 'office', '办公室', [
    'as_leader',
    'as_cs_lead',
    'as_finance',
    'as_manager',
    'as_store',
  ]);
  const part = await made(base, token, `${at}/asbasematerial/submit`, {
    itemCode: 'PUMP-1',
    itemName: '循环泵 25-6',
    itmsGrpNam: '水泵',
    materialType: 'part',
    unit: 'pcs',
    salePrice: '180',
    costPrice: '1',
    trackMode: 'qty',
  });
  const men: Man[] = [];
  for (let n = 0; n < TECHNICIANS; n++) {
    const man = await technicianWithVan(base, token, n);
    const opening = await made(base, token, `${at}/asstockadjust/submit`, {
      adjustType: 'open',
      postDate: now().slice(0, 10),
      reason: '期初建账',
      warehouseId: man.van,
      lines: [{ materialId: part.id, qty: String(PARTS), unitCost: '0.5' }],
    });
    await made(base, office.token, `${at}/asstockadjust/approve`, { ids: opening.id, note: '同意' });
    men.push(man);
  }
  const address = '上海市浦东新区花木路1弄1号';
  const customer = await made(base, token, `${at}/ascustomer/submit`, {
    customerName: '王桂芳',
    phone: '13912342000',
    addressDetail: address,
    customerServiceTeam: 'east',
  });
  const file = await made(base, token, `${at}/registerMain/submit`, { customerId: customer.id, address });
  const machine = await made(base, token, `${at}/asequipment/submit`, {
    registerMainId: file.id,
    equipmentName: '混水中心',
    equipmentCategory: 'pump',
    systemType: 'floorHeat',
  });
  const leaf = await made(base, token, `${at}/aspieceworkprocess/submit`, {
    processCode: 'PUMP',
    processName: '更换循环泵',
    processType: 'repair',
    unit: 'time',
    sort: 10,
    autoRule: [{ receiptsType: 'repair', equipmentCategory: 'pump', serviceMeasure: 'replacePart' }],
  });
  const price = await made(base, token, `${at}/aspieceworkstandard/submit`, {
    pieceworkProcessId: leaf.id,
    standardName: '更换循环泵',
    unitPrice: '100',
    difficultyCoef: '1',
    effectiveFrom: '2026-01-01',
  });
  await made(base, office.token, `${at}/aspieceworkstandard/submit`, { id: price.id, action: 'publish' });
  const cash = await made(base, token, `${at}/paymentType/submit`, {
    typeCode: 'cash',
    typeName: '现金',
    payChannel: 'cash',
    needVoucher: false,
    needTransmit: true,
    sort: 1,
  });
  return { base, desk, office, men, customerId: customer.id, machineId: machine.id, cash: cash.id, part: part.id };
}

/** Log everybody in again, at the restarted server. */
export async function loginAgain(company: CrashCompany, base: string): Promise<void> {
  company.base = base;
  for (const one of [company.desk, company.office, ...company.men])
    one.token = await logInOverHttp(base, one.account, one.password);
}

const hour = (nth: number, minutes: number): string =>
  new Date(Date.now() + (24 + nth * 2) * 3_600_000 + minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
const now = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/**
 * A step of a case: its person and call, and the states of visit and completion afterwards; '' before they exist.
 * `keep` stores data of the answer for later steps.
 */
interface Step {
  readonly by: 'desk' | 'man' | 'office';
  readonly path: string;
  readonly visit: string;
  readonly completion: string;
  body(of: CrashCase, company: CrashCompany): Body;
  keep?(of: CrashCase, data: Answered): void;
}

const finished = { visit: 'finished', completion: 'submitted' };
const confirmed = { visit: 'confirmed', completion: 'confirmed' };

export const STEPS: readonly Step[] = [
  {
    by: 'desk',
    visit: '',
    completion: '',
    path: `${at}/asrepairform/submit`,
    body: (of, { customerId, machineId }) => ({
      customerId,
      equipmentId: machineId,
      repairType: 'floorHeat',
      faultCategory: 'noHeat',
      description: `第${of.nth}次`,
      then: 'accept',
      separate: true,
      reason: '前台未到岗',
    }),
    keep: (of, data) => {
      of.ids.order = data.registrationFormId;
    },
  },
  {
    by: 'desk',
    visit: 'pendingAccept',
    completion: '',
    path: `${at}/asdispatchform/save`,
    body: (of) => ({
      header: { registrationFormId: of.ids.order, ...of.plan },
      technicianId: of.man.technicianId,
      dispatch: true,
      force: true,
      forceReason: '顺路',
      reason: '派工员未到岗',
    }),
    keep: (of, data) => {
      of.ids.visit = data.visitId;
    },
  },
  { by: 'man', visit: 'accepted', completion: '', path: `${VISITS}/accept`, body: (of) => ({ id: of.ids.visit }) },
  { by: 'man', visit: 'traveling', completion: '', path: `${VISITS}/depart`, body: (of) => ({ id: of.ids.visit }) },
  {
    by: 'man',
    visit: 'working',
    completion: '',
    path: `${VISITS}/arrive`,
    body: (of) => ({ id: of.ids.visit }),
    keep: (of) => {
      of.ids.arrived = now();
    },
  },
  {
    by: 'man',
    ...finished,
    path: `${at}/ascompletionregistration/batchSave`,
    body: (of, { cash, part, machineId }) => ({
      draft: false,
      header: {
        dispatchListId: of.ids.visit,
        startTime: of.ids.arrived,
        endTime: of.ids.arrived,
        visitResult: 'done',
        faultCategory: 'noHeat',
        faultCause: 'wear',
        serviceMeasure: 'replacePart',
        maintenanceContent: '更换循环泵，排气',
        laborFee: '120',
        mileageKm: '0',
        signFile: of.sign,
        signName: '王桂芳',
        unpaidReason: 'later',
        // The repeated repairs in these homes count as rework, which is free. Charging it needs this explanation.
        coverExplain: '客户同意自付',
      },
      equipment: [{ equipmentId: machineId, equipmentName: '混水中心', qty: '1' }],
      supplies: [{ materialId: part, warehouseId: of.man.van, qty: '1', unitPrice: '180', payer: 'customer' }],
      collects: [
        { collectType: 'labor', paymentTypeId: cash, receivableAmount: '120', amount: '100' },
        { collectType: 'material', paymentTypeId: cash, receivableAmount: '180', amount: '180' },
      ],
    }),
    keep: (of, data) => {
      of.ids.completion = data.id;
      of.ids.collects = (data.collects as unknown as { id: string }[]).map((one) => one.id).join(',');
    },
  },
  {
    by: 'office',
    visit: 'confirmed',
    completion: 'submitted',
    path: `${VISITS}/confirm`,
    body: (of) => ({ ids: of.ids.visit, pass: true }),
  },
  {
    by: 'office',
    ...confirmed,
    path: `${at}/ascompletionregistration/backConfirm`,
    body: (of) => ({ ids: of.ids.completion, result: 'pass' }),
  },
  {
    by: 'office',
    ...confirmed,
    path: `${at}/ascollectdetaileds/updateTransmit`,
    body: (of) => ({ ids: of.ids.collects }),
  },
  {
    by: 'office',
    ...confirmed,
    path: `${at}/ascollectdetaileds/updateApproval`,
    body: (of) => ({ ids: of.ids.collects }),
  },
];

/** Index of the step that ends the visit with parts and money; `WHOLE` is the number of steps of a case. */
export const ENDS = STEPS.findIndex((one) => one.completion === 'submitted');
export const WHOLE = STEPS.length;

async function signed(base: string, token: string): Promise<string> {
  const form = new FormData();
  form.append(
    'file',
    new Blob(
      [
        new Uint8Array(
          await sharp({ create: { width: 120, height: 60, channels: 3, background: '#ffffff' } })
            .png()
            .toBuffer(),
        ),
      ],
      { type: 'image/png' },
    ),
    '签名.png',
  );
  const answer = await fetch(`${base}/api/blade-resource/oss/endpoint/put-file`, {
    method: 'POST',
    headers: { 'Blade-Auth': `bearer ${token}` },
    body: form,
  });
  return ((await answer.json()) as { data: { link: string } }).data.link;
}

/** Do the next step of a case with an idempotency key; a repeat of the same step uses the same key. */
export async function take(company: CrashCompany, of: CrashCase): Promise<void> {
  const { by, path, body, keep } = STEPS[of.step];
  const { token } = by === 'man' ? of.man : company[by];
  if (of.step === ENDS) of.sign ??= await signed(company.base, token);
  of.keys[of.step] ??= randomUUID();
  const answer = await post(company.base, token, path, body(of, company), of.keys[of.step]);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.msg}`);
  const { failed } = answer.data as { failed?: unknown[] };
  if (failed?.length) throw new Error(`${path}: ${JSON.stringify(failed)}`);
  keep?.(of, answer.data);
  of.step += 1;
}
