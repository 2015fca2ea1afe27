import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type Running, cutPower, end, gone, login, start } from '#kernel/stories/power-cut.ts';
import { invariants } from '../assemble.ts';

/** How often everything is killed; twenty in the acceptance run. */
const ROUNDS = Number(process.env.ANJU_CRASH_ROUNDS ?? 1);
/** So many technicians work at once, and so many steps are acknowledged before the power goes. */
const TECHNICIANS = 6;
const ENOUGH = 45;
const at = 'blade-maintenance/webApi';
const VISITS = 'blade-maintain/dispatchList';

type Body = Record<string, unknown>;
interface Told { readonly status: number; readonly data: Record<string, string>; readonly msg: string }

async function post(base: string, token: string, path: string, body: Body, key: string = randomUUID()): Promise<Told> {
  const answer = await fetch(`${base}/api/${path}`, { method: 'POST', headers: { 'Blade-Auth': `bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': key }, body: JSON.stringify(body) });
  return { status: answer.status, ...((await answer.json()) as Omit<Told, 'status'>) };
}

async function made(base: string, token: string, path: string, body: Body): Promise<Record<string, string>> {
  const told = await post(base, token, path, body);
  expect(told.status, `${path}: ${told.msg}`).toBe(200);
  return told.data;
}

interface Company { readonly technicians: readonly string[]; readonly customerId: string; readonly machineId: string; readonly cash: string }

/** What a company needs before somebody may be sent. */
async function found(base: string, token: string): Promise<Company> {
  const list = async (path: string): Promise<Record<string, string>[]> => ((await (await fetch(`${base}/api/${path}`, { headers: { 'Blade-Auth': `bearer ${token}` } })).json()) as { data: Record<string, string>[] }).data;
  const [dept] = await list('blade-system/dept/tree');
  const role = (await list('blade-system/role/alias')).find((one) => one.roleAlias === 'as_technician')!;
  const technicians: string[] = [];
  for (let n = 0; n < TECHNICIANS; n++) {
    const user = await made(base, token, 'blade-system/user/submit', { account: `tech${n}`, realName: `技师${n}`, roleId: role.id, deptId: dept.id });
    technicians.push((await made(base, token, `${at}/astechnician/submit`, { userId: user.id, realName: `技师${n}`, phone: `1380000900${n}`, deptId: dept.id, customerServiceTeam: 'east', technicianLevel: 't3', employType: 'own', hireDate: '2024-01-02', workDays: '1,2,3,4,5,6,7', workStart: '00:00', workEnd: '23:59', dailyCapacityMinutes: 1200, homeLocation: '121.50,31.20', pieceRatio: '1' })).id);
  }
  const address = '上海市浦东新区花木路1弄1号';
  const customer = await made(base, token, `${at}/ascustomer/submit`, { customerName: '王桂芳', phone: '13912342000', addressDetail: address, customerServiceTeam: 'east' });
  const file = await made(base, token, `${at}/registerMain/submit`, { customerId: customer.id, address });
  const machine = await made(base, token, `${at}/asequipment/submit`, { registerMainId: file.id, equipmentName: '混水中心', equipmentCategory: 'pump', systemType: 'floorHeat' });
  const cash = await made(base, token, `${at}/paymentType/submit`, { typeCode: 'cash', typeName: '现金', payChannel: 'cash', needVoucher: false, needTransmit: true, sort: 1 });
  return { technicians, customerId: customer.id, machineId: machine.id, cash: cash.id };
}

/** One call on its way to a completion: the steps it has behind it, and what they answered. */
interface Case { /** The picture of the signature, taken before the last step. */ sign?: string; readonly technicianId: string; readonly nth: number; readonly keys: string[]; step: number; ids: { order: string; visit: string; arrived: string; completion: string } }

const hour = (nth: number, minutes: number): string => new Date(Date.now() + (24 + nth * 2) * 3_600_000 + minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
const now = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

const STEPS: readonly { path: string; body(of: Case, company: Company): Body; keep?(of: Case, data: Record<string, string>): void }[] = [
  { path: `${at}/asrepairform/submit`, body: (of, { customerId, machineId }) => ({ customerId, equipmentId: machineId, repairType: 'floorHeat', faultCategory: 'noHeat', description: `第${of.nth}次`, then: 'accept', separate: true }), keep: (of, data) => { of.ids.order = data.registrationFormId; } },
  { path: `${at}/asdispatchform/save`, body: (of) => ({ header: { registrationFormId: of.ids.order, planStart: hour(of.nth, 0), planEnd: hour(of.nth, 60) }, technicianId: of.technicianId, dispatch: true, force: true, forceReason: '顺路' }), keep: (of, data) => { of.ids.visit = data.visitId; } },
  { path: `${VISITS}/accept`, body: (of) => ({ id: of.ids.visit, reason: '代办' }) },
  { path: `${VISITS}/depart`, body: (of) => ({ id: of.ids.visit, reason: '代办' }) },
  { path: `${VISITS}/arrive`, body: (of) => ({ id: of.ids.visit, reason: '代办' }), keep: (of) => { of.ids.arrived = now(); } },
  { path: `${at}/ascompletionregistration/batchSave`, body: (of, { cash }) => ({
    draft: false, reason: '代办', header: { dispatchListId: of.ids.visit, startTime: of.ids.arrived, endTime: of.ids.arrived, visitResult: 'done', faultCategory: 'noHeat', faultCause: 'wear', serviceMeasure: 'adjust', maintenanceContent: '清洗过滤器，排气', laborFee: '120', mileageKm: '0', signFile: of.sign, signName: '王桂芳', unpaidReason: 'later' },
    equipment: [{ equipmentName: '混水中心', qty: '1' }], supplies: [], collects: [{ collectType: 'labor', paymentTypeId: cash, receivableAmount: '120', amount: '100' }],
  }), keep: (of, data) => { of.ids.completion = data.id; } },
];

async function signed(base: string, token: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await sharp({ create: { width: 120, height: 60, channels: 3, background: '#ffffff' } }).png().toBuffer())], { type: 'image/png' }), '签名.png');
  const answer = await fetch(`${base}/api/blade-resource/oss/endpoint/put-file`, { method: 'POST', headers: { 'Blade-Auth': `bearer ${token}` }, body: form });
  return ((await answer.json()) as { data: { link: string } }).data.link;
}

/** Takes the next step of a case, by the key that was chosen for it; asked again it is the same step. */
async function take(base: string, token: string, company: Company, of: Case): Promise<void> {
  const { path, body, keep } = STEPS[of.step];
  if (of.step === STEPS.length - 1) of.sign ??= await signed(base, token);
  of.keys[of.step] ??= randomUUID();
  const told = await post(base, token, path, body(of, company), of.keys[of.step]);
  if (told.status !== 200) throw new Error(`${path}: ${told.status} ${told.msg}`);
  keep?.(of, told.data);
  of.step += 1;
}

/** Works until the line is cut. */
async function work(running: Running, token: string, company: Company, { technicianId, cases, said }: { technicianId: string; cases: Case[]; said(): void }): Promise<void> {
  for (;;) {
    const last = cases.findLast((one) => one.technicianId === technicianId);
    const open = last && last.step < STEPS.length ? last : { technicianId, nth: cases.length, keys: [], step: 0, ids: { order: '', visit: '', arrived: '', completion: '' } };
    if (open !== last) cases.push(open);
    try { await take(running.base, token, company, open); } catch (error) { if (error instanceof TypeError) return; throw error; }
    said();
  }
}

/** Every step that was acknowledged is there once; nothing that must always hold is broken. */
async function look(ownerUrl: string, cases: readonly Case[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const rows = async (text: string): Promise<Record<string, string>[]> => (await client.query(text)).rows;
    const states = new Map((await rows('select id::text as id, task_status as state from dispatchlist')).map((row) => [row.id, row.state]));
    const expected = ['', '', 'pendingAccept', 'accepted', 'traveling', 'working', 'finished'];
    expect(cases.filter((one) => one.step >= 2).map((one) => states.get(one.ids.visit))).toEqual(cases.filter((one) => one.step >= 2).map((one) => expected[one.step]));
    const count = async (table: string): Promise<number> => Number((await rows(`select count(*) as n from ${table} where is_deleted = 0`))[0].n);
    const behind = (step: number): number => cases.filter((one) => one.step >= step).length;
    expect([await count('asrepairform'), await count('asregistrationform'), await count('dispatchlist'), await count('ascompletionregistration'), await count('ascollectdetaileds')]).toEqual([behind(1), behind(1), behind(2), behind(6), behind(6)]);
    for (const one of invariants) {
      const found = (await client.query(`select * from (${one.sql}) b where $2::timestamptz is not null limit 3`, ['000000', new Date()])).rows;
      expect(found, `${one.code} ${one.title[0]}`).toEqual([]);
    }
    // What was told to others is told after all.
    await expect.poll(async () => Number((await rows('select count(*) as n from anju_outbox where done is null and dead is null'))[0].n), { timeout: 30_000 }).toBe(0);
  } finally {
    await client.end();
  }
}

test(`派工到完工途中断电 ${ROUNDS} 次：确认过的步骤都在，且只有一份 the power goes while visits are under way: every acknowledged step is there once`, { timeout: 90_000 + ROUNDS * 30_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'anju-crash-chain-'));
  const cases: Case[] = [];
  let running = await start(dataDir);
  try {
    let token = await login(running.base);
    const company = await found(running.base, token);
    for (let round = 0; round < ROUNDS; round++) {
      const struck = running;
      let acknowledged = 0;
      const said = (): void => { acknowledged += 1; if (acknowledged === ENOUGH) cutPower(struck); };
      await Promise.all(company.technicians.map((technicianId) => work(struck, token, company, { technicianId, cases, said })));
      await gone(struck.server);
      running = await start(dataDir);
      token = await login(running.base);
      // Who got no answer asks again with the same key.
      for (const one of cases.filter((each) => each.step < STEPS.length && each.keys[each.step])) await take(running.base, token, company, one);
      await look(running.database.ownerUrl, cases);
    }
    expect(cases.filter((one) => one.step === STEPS.length).length).toBeGreaterThan(0);
  } finally {
    await end(running);
    rmSync(dataDir, { recursive: true, force: true });
  }
});
