import { Refusal } from '#kernel/language/refusal.ts';
import type { Context } from '#kernel/server/context.ts';
import type { Row } from '#kernel/language/paper.ts';
import { systemKm } from '../completion/mileage.server.ts';
import { batchSave } from '../completion/completion/batch-save.server.ts';
import { completion } from '../completion/completion/completion.paper.ts';
import { demandsOf } from '../completion/completion/demands.server.ts';
import { amountOf } from '../completion/money.rules.ts';
import type { CheckDemand } from '../completion/checklist.rules.ts';
import { dispatchForm } from '../dispatch/dispatch-form/dispatch-form.paper.ts';
import { visit } from '../dispatch/visit/visit.paper.ts';
import { type VisitResult, isFinal } from '../dispatch/visit-states.rules.ts';
import { collection } from '../money/collection/collection.paper.ts';
import { paymentType } from '../money/payment-type.paper.ts';
import { registration } from '../repair/registration/registration.paper.ts';
import { addDays, addMinutes, dayOf, weekdayOf } from '../time/days.rules.ts';
import { Chance, type DemoUser, type DemoWorld } from './demo-world.ts';
import { Diary } from './diary.ts';
import type { Crewman } from './people.seed.ts';
import { doorPicture } from './pictures.ts';

type Order = Row<typeof registration>;

/** One order on its way through dispatch; its id is known once it was made. */
export interface Job { readonly orderId: () => string | undefined; readonly team: string; readonly minutes: number }

/** Something that happens at a moment. */
export interface Happening { at: string; who: string | DemoUser; work: (context: Context) => Promise<unknown> }

const contents: Readonly<Record<string, readonly string[]>> = {
  hvac: ['清洗室内机滤网，补充冷媒，进出风温差 11℃', '更换冷凝水泵，排水通畅', '复位通讯线接头，内外机通讯恢复'], floorHeat: ['清洗过滤器，各路排气，压力 1.5 bar', '更换循环泵电容，运行平稳', '调平各路流量，回水温度均匀'],
  boiler: ['清洗换热器，点火三次正常', '更换点火电极，烟道检查合格'], freshAir: ['清洗滤网，送风量恢复 320 m³/h', '更换风机电容，噪声正常'], waterPure: ['更换前置滤芯，TDS 18', '更换进水电磁阀，保压合格'],
  softWater: ['清理盐桶，重设再生周期', '更换密封件，无渗漏'], hotWater: ['更换循环泵，回水温度 45℃'], smartHome: ['升级网关固件，设备全部上线', '重配面板场景'], heatPump: ['除霜功能复位，出水 45℃'],
};

/** The visits of an order: planned into the diary of its team, and then what happens at the door. */
export class Service {
  readonly #world: DemoWorld;
  readonly #chance: Chance;
  readonly #diary: Diary;
  readonly #crew: readonly Crewman[];
  readonly #happen: (one: Happening) => void;
  #payments: Row<typeof paymentType>[] | undefined;

  constructor(world: DemoWorld, crew: readonly Crewman[], happen: (one: Happening) => void) {
    this.#world = world; this.#crew = crew; this.#chance = new Chance(world.random); this.#diary = new Diary(crew); this.#happen = happen;
  }

  /** Somebody goes as soon as there is a window after `ready`; a result that is not final brings a second visit. */
  plan(job: Job, ready: string, nth = 1): void {
    const chance = this.#chance;
    const booked = this.#diary.book(job.team, ready, job.minutes);
    if (!booked) return;
    const { man, from, to } = booked;
    const run = { visitId: '', completionId: '', ended: false };
    const at = (moment: string, who: string | DemoUser, work: (context: Context) => Promise<unknown>): void => this.#happen({ at: moment, who, work: (context) => this.#unlessOver(run, context, work) });
    const sent = earlier(addMinutes(ready, chance.between(8, 45)), addMinutes(from, -80));
    at(sent, 'as_dispatcher', async (context) => { run.visitId = await send(context, job, man, { from, to }); });
    const accepted = addMinutes(sent, chance.between(2, 14));
    at(accepted, man.user, (context) => context.act(visit, run.visitId, 'accept'));
    if (chance.percent(70)) at(addMinutes(accepted, chance.between(3, 12)), man.user, (context) => context.act(visit, run.visitId, 'appoint', { from, to: addMinutes(to, 60) }));
    const arrive = addMinutes(from, chance.pick([-8, -8, 0, 0, 0, 0, 6, 6, 6, 14, 22]));
    if (chance.percent(75)) at(addMinutes(arrive, -chance.between(8, 28)), man.user, (context) => context.act(visit, run.visitId, 'depart'));
    const result = this.#result(nth);
    if (result === 'noAccess') {
      at(addMinutes(arrive, 12), man.user, async (context) => context.act(visit, run.visitId, 'finish', { visitResult: 'noAccess', resultNote: '敲门无人应答，电话三次未接', callAttempts: 3, doorPhotos: [await this.#world.picture(context, '门口.jpg', doorPicture(chance))] }));
      this.#after(job, run, man, addMinutes(arrive, 12), result, nth);
      return;
    }
    at(arrive, man.user, async (context) => context.act(visit, run.visitId, 'arrive', { location: await this.#place(context, run.visitId) }));
    const done = addMinutes(arrive, chance.between(Math.round(job.minutes * 0.55), job.minutes + 8));
    at(done, man.user, async (context) => { run.completionId = await this.#complete(context, run.visitId, { arrive, done, result }); });
    this.#after(job, run, man, done, result, nth);
  }

  /** A rule that refuses ends this case where it stands, as it would for people; anything else is a fault. */
  async #unlessOver(run: { ended: boolean }, context: Context, work: (context: Context) => Promise<unknown>): Promise<void> {
    if (run.ended) return;
    try { await work(context); } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      run.ended = true;
      throw error;
    }
  }

  #result(nth: number): VisitResult {
    const later = nth > 1;
    return this.#chance.weighted({ done: later ? 92 : 80, checkOnly: 4, noFault: 3, needParts: later ? 0 : 7, reappoint: later ? 0 : 2, noAccess: later ? 0 : 2, needExpert: later ? 0 : 1, needMoreWork: later ? 0 : 1 });
  }

  /** The leader looks at it in the evening, the back office the next working morning; what is not over gets its next visit. */
  #after(job: Job, run: { visitId: string; completionId: string; ended: boolean }, man: Crewman, done: string, result: VisitResult, nth: number): void {
    const chance = this.#chance;
    const leader = this.#crew.find((one) => one.team === man.team && one.leader)?.user ?? 'as_manager';
    const evening = later(`${dayOf(done)} 18:${String(chance.between(10, 55)).padStart(2, '0')}:00`, addMinutes(done, 10));
    const at = (moment: string, who: string | DemoUser, work: (context: Context) => Promise<unknown>): void => this.#happen({ at: moment, who, work: (context) => this.#unlessOver(run, context, work) });
    at(evening, leader === man.user ? 'as_manager' : leader, (context) => context.act(visit, run.visitId, 'confirm'));
    const morning = `${nextWorkday(dayOf(done), chance.percent(6) ? chance.between(2, 4) : 1)} ${chance.pick(['09', '10', '11', '14'])}:${String(chance.between(10, 55)).padStart(2, '0')}:00`;
    if (result !== 'noAccess') at(morning, 'as_cs_lead', (context) => context.act(completion, run.completionId, 'pass'));
    if (!isFinal(result) && nth < 3) this.plan(job, `${nextWorkday(dayOf(done), result === 'needParts' || result === 'needExpert' ? chance.between(2, 5) : 1)} 09:00:00`, nth + 1);
  }

  /** About where the customer lives. */
  async #place(context: Context, visitId: string): Promise<string | null> {
    const of = await context.get(visit, visitId);
    return (await context.get(registration, of.registrationFormId!)).location;
  }

  async #complete(context: Context, visitId: string, { arrive, done, result }: { arrive: string; done: string; result: VisitResult }): Promise<string> {
    const of = await context.get(visit, visitId);
    const order = await context.get(registration, of.registrationFormId!);
    const chance = this.#chance;
    const final = isFinal(result);
    const paid = order.weibao === 'paid' && final;
    const laborFee = paid ? String(chance.pick([80, 100, 120, 150, 180, 220, 280])) : '0';
    const supplies = await this.#parts(context, order, of.technicianId, { final, paid });
    const header = {
      dispatchListId: visitId, startTime: arrive, endTime: done, visitResult: result, maintenanceContent: chance.pick(contents[order.repairType] ?? ['检查调试，运行正常']), laborFee,
      ...(final && this.#told(order, supplies.length > 0)), ...this.#way(await systemKm(context, of)), checklist: final ? answers(chance, await demandsOf(context, order)) : [],
      unpaidReason: chance.percent(50) ? 'later' : 'month', advice: chance.percent(20) ? '建议采暖季前做一次整体清洗。' : null,
    };
    const collects = paid && chance.percent(95) ? await this.#collects(context, laborFee, supplies) : [];
    const saved = await batchSave({ query: {}, params: {}, body: { draft: true, header, equipment: await machinesOf(context, order, final), supplies, collects } }, context) as { id: string };
    // The customer told the code.
    await context.change(completion, saved.id, { finishCode: of.codeHash, finishCodeTime: done });
    await context.act(completion, saved.id, 'submit');
    return saved.id;
  }

  /** What it was, why, and what was done about it. */
  #told(order: Order, replaced: boolean): Record<string, unknown> {
    const chance = this.#chance;
    return {
      faultCategory: order.faultCategory ?? 'other', faultCause: chance.weighted({ wear: 46, lack: 20, use: 10, quality: 8, water: 6, power: 5, install: 5 }),
      serviceMeasure: replaced ? 'replacePart' : chance.weighted({ adjust: 34, clean: 30, reset: 16, vent: 12, guide: 8 }),
    };
  }

  /** The kilometres, now and then too many, with the reason. */
  #way(km: string | null): Record<string, unknown> {
    if (km === null) return {};
    return this.#chance.percent(6) ? { mileageKm: (Number(km) * 1.6 + 6).toFixed(1), mileageExplain: '高架封闭，绕行' } : { mileageKm: (Number(km) + 0.4).toFixed(1) };
  }

  /** A part out of the van, now and then, if there is one that could have been needed. */
  async #parts(context: Context, order: Order, technicianId: string, { final, paid }: { final: boolean; paid: boolean }): Promise<Record<string, unknown>[]> {
    if (!final || order.receiptsType !== 'repair' || !this.#chance.percent(30)) return [];
    const rows = await context.sql.query<{ materialId: string; warehouseId: string; price: string }>(`select s.material_id::text as "materialId", s.warehouse_id::text as "warehouseId", m.sale_price::text as price from asstock s join aswarehouse w on w.id = s.warehouse_id join asbasematerial m on m.id = s.material_id
      where s.tenant_id = $1 and w.technician_id = $2 and s.material_status = 'good' and s.serial_no is null and s.on_hand - s.reserved >= 1 and s.is_deleted = 0 order by s.id limit 20`, [context.tenantId, technicianId]);
    if (rows.length === 0) return [];
    const { materialId, warehouseId, price } = this.#chance.pick(rows);
    return [{ materialId, warehouseId, qty: '1', unitPrice: price, payer: paid ? 'customer' : 'manufacturer', oldPartReturn: this.#chance.percent(60), oldPartQty: '1' }];
  }

  async #collects(context: Context, laborFee: string, supplies: readonly Record<string, unknown>[]): Promise<Record<string, unknown>[]> {
    this.#payments ??= await context.find(paymentType, {}, 50);
    const code = this.#chance.weighted({ WX: 58, ZFB: 20, XJ: 22 });
    const by = this.#payments.find((one) => one.typeCode === code);
    if (!by) return [];
    const material = supplies.filter((one) => one.payer === 'customer').map((one) => amountOf(String(one.qty), String(one.unitPrice)));
    const row = (collectType: string, amount: string): Record<string, unknown> => ({ collectType, paymentTypeId: by.id, receivableAmount: amount, amount, tradeNo: code === 'XJ' ? null : `T${this.#chance.digits(16)}` });
    return [row('labor', laborFee), ...material.map((amount) => row('material', amount))];
  }

  /** Finance takes the cash over and agrees with what came in, day by day; the newest days still wait. */
  money(day: string): void {
    if (day > addDays(this.#world.today, -2)) return;
    this.#happen({ at: `${day} 16:30:00`, who: 'as_finance', work: async (context) => {
      for (const one of await context.find(collection, { transmitStatus: 'none' }, 200)) if (one.collectTime < `${addDays(day, -1)} 23:00:00` && this.#chance.percent(92)) await context.act(collection, one.id, 'handOver');
      for (const one of await context.find(collection, { approvalStatus: 'none' }, 200)) if (one.transmitStatus !== 'none' && one.collectTime < `${addDays(day, -1)} 23:00:00`) await context.act(collection, one.id, 'approve');
    } });
  }
}

/** The machines of an order as the technician leaves them. */
async function machinesOf(context: Context, order: Order, final: boolean): Promise<Record<string, unknown>[]> {
  const rows = await context.sql.query<{ id: string | null; name: string }>('select equipment_id::text as id, equipment_name as name from asregistrationequipment where tenant_id = $1 and registration_form_id = $2 and is_deleted = 0', [context.tenantId, order.id]);
  return rows.map((one) => ({ equipmentId: one.id, equipmentName: one.name, qty: '1', equipmentStatus: final ? 'normal' : 'fault' }));
}

const earlier = (one: string, other: string): string => (one < other ? one : other);
const later = (one: string, other: string): string => (one > other ? one : other);

/** The so-and-so-many-th day after a day that is not a Sunday. */
function nextWorkday(day: string, days: number): string {
  let on = day;
  for (let left = days; left > 0; ) { on = addDays(on, 1); if (weekdayOf(on) !== 7) left -= 1; }
  return on;
}

/** Believable answers, now and then one out of its limits. */
function answers(chance: Chance, demands: readonly CheckDemand[]): Record<string, unknown>[] {
  return demands.map((one) => {
    const low = Number(one.min ?? 0);
    const high = Number(one.max ?? low + 10);
    const value = ['number', 'meter'].includes(one.type) ? (chance.percent(4) ? high * 1.1 : low + (high - low) * (0.2 + chance.between(0, 60) / 100)).toFixed(1) : one.type === 'yesNo' ? '是' : '正常';
    return { key: one.key, label: one.label, value };
  });
}

/** Sends somebody: a new form, or the next visit of the one there is. Soft conflicts have their reason. */
async function send(context: Context, job: Job, man: Crewman, window: { from: string; to: string }): Promise<string> {
  const orderId = job.orderId();
  if (!orderId) throw new Refusal(409, 'seed.noOrder', ['没有登记单', 'no order']);
  const order: Order = await context.get(registration, orderId);
  const plan = { technicianId: man.id, planStart: window.from, planEnd: window.to, force: true, forceReason: '同片区顺路' };
  if (!order.dispId) {
    const form = await context.submit(dispatchForm, { registrationFormId: orderId, planStart: window.from, planEnd: window.to, technicianId: man.id, dispatch: true, force: true, forceReason: '同片区顺路' });
    return (form as unknown as { visitId: string }).visitId;
  }
  // The parts have come, the expert has time.
  if ((await context.get(dispatchForm, order.dispId)).dispatchStatus === 'onHold') await context.act(dispatchForm, order.dispId, 'release');
  return (await context.submit(visit, { dispId: order.dispId, ...plan })).id;
}
