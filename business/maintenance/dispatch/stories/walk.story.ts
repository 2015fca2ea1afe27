import { expect, test } from 'vitest';
import { type Caller, openStory } from '#kernel/stories/story.ts';
import { photoBy } from '../../day/stories/worksite.ts';

const story = await openStory(import.meta.url);
const cs = await story.as('as_cs,as_cs_lead', { who: 'lead' });
const dispatcher = await story.as('as_dispatcher');
const leader = await story.as('as_leader');
const admin = await story.as('administrator');
const at = 'blade-maintenance/webApi';
const D = 'blade-maintain/dispatchList';

/** Always the same walk: a failure can be walked again. */
let seed = 20_261_121;
const chance = (most: number): number => { seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff; return (seed >>> 9) % most; };
const pick = <T>(of: readonly T[]): T => of[chance(of.length)];

interface Man { readonly caller: Caller; readonly id: string }

async function hire(who: string): Promise<Man> {
  const caller = await story.as('as_technician', { who });
  const dept = (await admin.get('blade-system/dept/tree')).data[0].id as string;
  const { data } = await admin.post(`${at}/astechnician/submit`, { userId: caller.id, realName: `技师${who}`, phone: `1380000900${who}`, deptId: dept, customerServiceTeam: 'east', technicianLevel: 't3', employType: 'own', hireDate: '2024-01-02', workDays: '1,2,3,4,5,6,7', homeLocation: '121.50,31.20', pieceRatio: '1' });
  return { caller, id: data.id };
}

async function order(n: number): Promise<string> {
  const address = `上海市浦东新区锦绣路${n}弄${n}号`;
  const customer = (await cs.post(`${at}/ascustomer/submit`, { customerName: `客户${n}`, phone: `1391235${String(3000 + n)}`, addressDetail: address, customerServiceTeam: 'east', location: '121.52,31.21' })).data;
  const file = (await cs.post(`${at}/registerMain/submit`, { customerId: customer.id, address })).data;
  const machine = (await cs.post(`${at}/asequipment/submit`, { registerMainId: file.id, equipmentName: '混水中心', equipmentCategory: 'pump', systemType: 'floorHeat' })).data;
  return (await cs.post(`${at}/asrepairform/submit`, { customerId: customer.id, equipmentId: machine.id, repairType: 'floorHeat', faultCategory: 'noHeat', description: '次卧地面凉', then: 'accept' })).data.registrationFormId;
}

const men = [await hire('1'), await hire('2'), await hire('3')];
const orders: string[] = [];
for (let n = 1; n <= 8; n++) orders.push(await order(n));

const ids = async (table: string): Promise<string[]> => (await story.tables<{ id: string }>(`select id::text as id from ${table} and is_deleted = 0`)).map((row) => row.id);

function window(): { planStart: string; planEnd: string } {
  const [day, hour] = [24 + chance(4), 8 + chance(9)];
  return { planStart: `2026-11-${day} ${String(hour).padStart(2, '0')}:00:00`, planEnd: `2026-11-${day} ${String(hour + 1).padStart(2, '0')}:00:00` };
}

type Doing = (visit: string, form: string, completion: string) => Promise<unknown>;

/** What people try, sensible or not: the wrong person, the wrong moment, the same thing twice. */
const tries: readonly Doing[] = [
  () => dispatcher.post(`${at}/asdispatchform/save`, { header: { registrationFormId: pick(orders), ...window() }, technicianId: pick(men).id, dispatch: true, force: chance(2) === 0, forceReason: '顺路' }),
  (_visit, form) => dispatcher.post(`${D}/submit`, { dispId: form, technicianId: pick(men).id, ...window(), force: true, forceReason: '客户指定' }),
  (visit) => pick(men).caller.post(`${D}/accept`, { id: visit }), (visit) => leader.post(`${D}/accept`, { id: visit, reason: '代接' }),
  (visit) => pick(men).caller.post(`${D}/refuse`, { id: visit, refuseReason: 'full', reason: '排满' }),
  (visit) => leader.post(`${D}/appoint`, { id: visit, from: '2026-11-25 09:00:00', to: '2026-11-25 11:00:00', reason: '代约' }),
  (visit) => leader.post(`${D}/depart`, { id: visit, reason: '代办' }), (visit) => leader.post(`${D}/arrive`, { id: visit, reason: '代办' }), (visit) => leader.post(`${D}/arrive`, { id: visit, reason: '代办' }),
  (visit) => leader.post(`${D}/pause`, { id: visit, reason: '等配件' }), (visit) => leader.post(`${D}/resume`, { id: visit, reason: '代办' }),
  (visit) => leader.post(`${D}/finish`, { id: visit, visitResult: pick(['noAccess', 'done', 'remote']), resultNote: '说明', reason: '代办' }),
  async (visit) => leader.post(`${at}/ascompletionregistration/batchSave`, { draft: chance(4) === 0, reason: '代办', header: { dispatchListId: visit, startTime: '2026-11-23 08:00:00', endTime: '2026-11-23 08:30:00', visitResult: pick(['done', 'done', 'needParts', 'reappoint']), faultCategory: 'noHeat', faultCause: 'wear', serviceMeasure: 'adjust', maintenanceContent: '调试', laborFee: pick(['0', '120']), unpaidReason: 'later', signRefused: '电话确认', refusedProof: await photoBy(leader) }, equipment: [], supplies: [], collects: [] }),
  (visit) => leader.post(`${D}/confirm`, { ids: visit, ...(chance(5) === 0 && { pass: false, reason: '照片不清' }) }),
  (_visit, _form, completion) => cs.post(`${at}/ascompletionregistration/backConfirm`, { ids: completion, result: pick(['pass', 'pass', 'pass', 'refill', 'redo']), reason: '复核' }),
  (_visit, form) => dispatcher.post(`${at}/asdispatchform/updateUser`, { dispId: form, technicianId: pick(men).id, reason: '换人', force: true }),
  (_visit, form) => dispatcher.post(`${at}/asdispatchform/submit`, { id: form, action: pick(['hold', 'release', 'backToPool']), holdReason: 'customer', reason: '客户要求' }),
  () => dispatcher.post(`${at}/asregistrationform/submit`, { id: pick(orders), action: pick(['hold', 'release']), holdReason: 'weather' }),
  () => cs.post(`${at}/asregistrationform/submit`, { id: pick(orders), action: 'cancel', cancelReason: 'self' }),
  (visit) => dispatcher.post(`${D}/submit`, { id: visit, action: pick(['cancel', 'backToPool']), reason: '改期' }),
];

test('whatever people try, alone or at once, twice or in the wrong order: every rule of the house still holds', async () => {
  const counted = new Map<number, number>();
  for (let round = 0; round < 36; round++) {
    // Mostly at what is going on; now and then at what is over.
    const going = await ids("dispatchlist where task_status not in ('refused', 'recalled', 'transferred', 'cancelled') and 1 = 1");
    const [all, forms, done] = [await ids('dispatchlist where 1 = 1'), await ids('asdispatchform where 1 = 1'), await ids("ascompletionregistration where complete_status = 'submitted'")];
    const visits = going.length && chance(5) ? going : all;
    // Cancelling is rare: an order that is over teaches nothing more.
    const chosen = Array.from({ length: 6 }, () => tries[chance(chance(4) ? tries.length - 2 : tries.length)]);
    const answers = await Promise.all(chosen.map((one) => one(visits.length ? pick(visits) : '1', forms.length ? pick(forms) : '1', done.length ? pick(done) : '1'))) as { status: number; body: unknown }[];
    for (const { status, body } of answers) {
      counted.set(status, (counted.get(status) ?? 0) + 1);
      expect(status, JSON.stringify(body)).toBeLessThan(500);
    }
    story.clock.pass(10_000);
    if (round % 6 !== 5) continue;
    for (const { code, title, sql } of story.house.invariants) {
      expect(await story.tables(`select b.* from (${sql}) b where $1::text is not null and $2::timestamptz is not null`, ['000000', '2026-11-23 12:00:00']), `round ${round}: ${code} ${title[1]}`).toEqual([]);
    }
  }
  // A walk that only bumps into doors proves nothing.
  expect(counted.get(200) ?? 0).toBeGreaterThan(25);
}, 120_000);
