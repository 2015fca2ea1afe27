import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server/context.ts';
import { addImages, annexTypesOf } from '#business/completion/annexes/annexes.server.ts';
import type { CheckDemand } from '#business/completion/at-door/check-demand.calls.ts';
import { batchSave } from '#business/completion/completion/batch-save.server.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { demandsOf } from '#business/completion/completion/demands.server.ts';
import { systemKm } from '#business/dispatch/visit/mileage.server.ts';
import { partWarranties } from '#business/completion/supplies/part-warranty.server.ts';
import { amountOf } from '#business/completion/money.rules.ts';
import { type VisitResult, isFinal } from '#business/dispatch/visit/visit-states.rules.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { paymentType } from '#business/masterdata/payment-type.paper.ts';
import { orderOf } from '#business/intake/registration/order-of.server.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { process } from '#business/piecework/standards/process.paper.ts';
import type { Chance, DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { photosSince } from '../annex-classes.seed.ts';
import { workPictureOf } from '../pictures.ts';
import { consumables, laborOf, measureOf, repairLabor, writtenWork } from '../orders/works.ts';
import { unfinished } from './unfinished.ts';
import type { Remedy } from '../orders/faults.ts';
import type { SeedJob } from './job.ts';

type Order = Row<typeof registration>;

/** A part in the technician's van. */
interface InVan {
  readonly materialId: string;
  readonly warehouseId: string;
  readonly name: string;
  readonly price: string;
  readonly old: boolean;
}

/** Code of the piece-work process for floor heating pipes, which no machine determines. */
const FLOOR = 'AZ01';

/** Return the location of the order of a visit; null if it has none. */
export async function doorLocationOf(context: Context, visitId: string): Promise<string | null> {
  const of = await context.get(visit, visitId);
  return (await orderOf(context, of)).location;
}

/** Rows that all visits use: they are read once. */
interface Known {
  payments?: Row<typeof paymentType>[];
  floor?: string;
}

/** Makes the completions of visits; they share rows that are read once. */
export class Doors {
  readonly #world: DemoWorld;
  readonly #known: Known = {};

  constructor(world: DemoWorld) {
    this.#world = world;
  }

  /** Return the completion maker of one visit, with its own random numbers. */
  by(chance: Chance): Door {
    return new Door(this.#world, this.#known, chance);
  }
}

/** Makes the completion of a visit as its technician would: texts, parts and result are consistent. */
class Door {
  readonly #world: DemoWorld;
  readonly #known: Known;
  readonly #chance: Chance;

  constructor(world: DemoWorld, known: Known, chance: Chance) {
    this.#world = world;
    this.#known = known;
    this.#chance = chance;
  }

  async complete(
    context: Context,
    visitId: string,
    { job, arrive, done, result }: { job: SeedJob; arrive: string; done: string; result: VisitResult },
  ): Promise<string> {
    const of = await context.get(visit, visitId);
    const order = await orderOf(context, of);
    const final = isFinal(result);
    const isDone = result === 'done';
    const paid = order.weibao === 'paid' && final;
    if (isDone) await job.built?.(context, done, this.#chance);
    const part = isDone ? await this.#part(context, job, of.technicianId) : null;
    const supplies = await this.#supplies(context, order, { part, visitId, final });
    const laborFee = paid ? String(this.#labor(job, result)) : '0';
    const header = {
      dispatchListId: visitId,
      startTime: arrive,
      endTime: done,
      visitResult: result,
      ...reportOf(job, result, part),
      laborFee,
      ...this.#way(await systemKm(context, of)),
      ...(final && (await this.#found(context, order, job))),
      unpaidReason: this.#chance.percent(75) ? 'later' : 'month',
    };
    const isPaying = paid || supplies.some((one) => one.payer === 'customer');
    const collects = isPaying && this.#chance.percent(95) ? await this.#collects(context, laborFee, supplies) : [];
    const saved = await batchSave(
      { draft: true, header, equipment: await this.#lines(context, job, final), supplies, collects },
      context,
    );
    await this.#photograph(context, of, { done, place: order.location });
    // The customer confirms finished work with the acceptance code.
    if (final) await context.change(completion, saved.id, { finishCode: of.codeHash, finishCodeTime: done });
    await context.act(completion, saved.id, 'submit');
    return saved.id;
  }

  /** Return the answers of the check list; for a repair also the class of fault and some advice. */
  async #found(context: Context, order: Order, { task }: SeedJob): Promise<Record<string, unknown>> {
    const checklist = answers(this.#chance, await demandsOf(context, order));
    if (task.kind !== 'repair') return { checklist };
    const advice = this.#chance.percent(20) ? '建议换季前做一次整体保养。' : null;
    return { checklist, faultCategory: order.faultCategory ?? 'other', advice };
  }

  /**
   * Return the line of a part with its payer, or none. A part that failed within its own warranty is free; under a contract that
   * covers labour only, the customer pays it.
   */
  async #supplies(
    context: Context,
    order: Order,
    { part, visitId, final }: { part: InVan | null; visitId: string; final: boolean },
  ): Promise<Record<string, unknown>[]> {
    if (!part) return [];
    const isOfContract = order.weibao === 'plan';
    const isPaid = order.weibao === 'paid' || (isOfContract && order.coverFees?.material !== 'plan');
    const isCharged = final && isPaid && !(await partWarranties(context, order, visitId)).has(part.materialId);
    return [supplyOf(part, isCharged ? 'customer' : isOfContract ? 'plan' : 'manufacturer')];
  }

  #labor(job: SeedJob, result: VisitResult): number {
    if (result !== 'done') return 80;
    return job.task.kind === 'repair' ? repairLabor(this.#chance) : laborOf(this.#chance, job.task.kind, job.machines);
  }

  /** Add the photos that are still required, as a phone does; some have no location. */
  async #photograph(
    context: Context,
    of: Row<typeof visit>,
    { done, place }: { done: string; place: string | null },
  ): Promise<void> {
    if (done < photosSince(this.#world.today)) return;
    for (const kind of (await annexTypesOf(context, of)).filter((one) => one.missing > 0)) {
      const { name, svg } = workPictureOf(this.#chance, kind.name);
      await addImages(context, of, {
        classifyId: kind.classifyId,
        files: [
          {
            fileUrl: await this.#world.picture(context, name, svg),
            takenTime: done,
            location: this.#chance.percent(90) ? place : null,
          },
        ],
      });
    }
  }

  /** Return the reported kilometres: some are clearly too many, and then have an explanation. */
  #way(km: string | null): Record<string, unknown> {
    if (km === null) return {};
    return this.#chance.percent(6)
      ? { mileageKm: (Number(km) * 1.6 + 6).toFixed(1), mileageExplain: '高架封闭，绕行' }
      : { mileageKm: (Number(km) + 0.4).toFixed(1) };
  }

  /** Return the parts in the technician's van whose names begin with one of these words, the largest stock first. */
  #inVan(context: Context, technicianId: string, names: readonly string[]): Promise<InVan[]> {
    return context.sql.query(
      `select s.material_id::text as "materialId", s.warehouse_id::text as "warehouseId", m.item_name as name, m.sale_price::text as price, coalesce(m.return_old, false) as old
      from aswarehouse w join asstock s on s.tenant_id = w.tenant_id and s.warehouse_id = w.id join asbasematerial m on m.id = s.material_id
      where w.tenant_id = $1 and w.technician_id = $2 and w.warehouse_type = 'person' and s.material_status = 'good' and s.serial_no = '' and s.on_hand - s.reserved >= 1 and s.is_deleted = 0
        and split_part(m.item_name, ' ', 1) = any($3) order by s.on_hand desc, s.id limit 20`,
      [context.tenantId, technicianId, [...names]],
    );
  }

  /**
   * Return the part for the repair, or a wearing part to renew, from the technician's van; null if the van has none.
   */
  async #part(context: Context, { task, machines }: SeedJob, technicianId: string): Promise<InVan | null> {
    const names = task.remedy
      ? task.remedy.part
        ? [task.remedy.part]
        : []
      : task.kind === 'consumable'
        ? consumables(machines.map((one) => one.category))
        : [];
    return names.length ? ((await this.#inVan(context, technicianId, names))[0] ?? null) : null;
  }

  /** Return the suggested parts of a dispatch form. The van lacks some of them. */
  async suggested(
    context: Context,
    job: SeedJob,
    technicianId: string,
  ): Promise<{ materialId: string; qty: number; reason: string }[]> {
    if (!job.task.remedy?.part || !this.#chance.percent(45)) return [];
    const one = await this.#part(context, job, technicianId);
    if (!one) return [];
    const other = this.#chance.percent(15) ? await this.#notInVan(context, technicianId, job.task.remedy.part) : null;
    return [{ materialId: other ?? one.materialId, qty: 1, reason: '同类故障常换' }];
  }

  /** Return another size of a part, which the van does not have and the main store has. */
  async #notInVan(context: Context, technicianId: string, name: string): Promise<string | null> {
    const [row] = await context.sql.query<{ id: string }>(
      `select m.id::text as id from asbasematerial m join asstock s on s.tenant_id = m.tenant_id and s.material_id = m.id and s.material_status = 'good' and s.serial_no = '' and s.on_hand - s.reserved >= 1 and s.is_deleted = 0
      join aswarehouse w on w.tenant_id = s.tenant_id and w.id = s.warehouse_id and w.warehouse_type = 'main' where m.tenant_id = $1 and split_part(m.item_name, ' ', 1) = $3 and m.is_deleted = 0
        and not exists (select 1 from asstock o join aswarehouse v on v.tenant_id = o.tenant_id and v.id = o.warehouse_id and v.technician_id = $2 where o.tenant_id = m.tenant_id and o.material_id = m.id and o.on_hand > 0 and o.is_deleted = 0)
      order by m.item_code limit 1`,
      [context.tenantId, technicianId, name],
    );
    return row?.id ?? null;
  }

  /**
   * Return one line for each machine. The quantity of a manifold is its loops; laid floor heating is a line of its own.
   */
  async #lines(context: Context, job: SeedJob, final: boolean): Promise<Record<string, unknown>[]> {
    const lines: Record<string, unknown>[] = job.machines.map((one) => ({
      equipmentId: one.id,
      equipmentName: one.name,
      qty: one.category === 'manifold' && ['maintain', 'clean'].includes(job.task.kind) ? String(one.loops ?? 5) : '1',
      equipmentStatus: final ? 'normal' : 'fault',
    }));
    if (!job.laidArea || !final) return lines;
    this.#known.floor ??= (await context.find(process, { processCode: FLOOR }, { first: 1 }))[0]?.id;
    return [...lines, { equipmentName: '地暖盘管', processId: this.#known.floor, qty: String(job.laidArea) }];
  }

  async #collects(
    context: Context,
    laborFee: string,
    supplies: readonly Record<string, unknown>[],
  ): Promise<Record<string, unknown>[]> {
    this.#known.payments ??= await context.find(paymentType, {}, { limit: 50 });
    // No customer pays a large sum in cash.
    const code = this.#chance.weighted({ WX: 54, ZFB: 18, XJ: Number(laborFee) > 2000 ? 0 : 28 });
    const by = this.#known.payments.find((one) => one.typeCode === code);
    if (!by) return [];
    const material = supplies
      .filter((one) => one.payer === 'customer')
      .map((one) => amountOf(String(one.qty), String(one.unitPrice)));
    const row = (collectType: string, amount: string): Record<string, unknown> => ({
      collectType,
      paymentTypeId: by.id,
      receivableAmount: amount,
      amount,
      tradeNo: code === 'XJ' ? null : `T${this.#chance.digits(16)}`,
    });
    return [
      ...(Number(laborFee) > 0 ? [row('labor', laborFee)] : []),
      ...material.map((amount) => row('material', amount)),
    ];
  }
}

const supplyOf = (
  { materialId, warehouseId, price, old }: InVan,
  payer: 'customer' | 'plan' | 'manufacturer',
): Record<string, unknown> => ({
  materialId,
  warehouseId,
  qty: '1',
  unitPrice: price,
  payer,
  oldPartReturn: old,
  oldPartQty: old ? '1' : null,
});

/** Return the texts of a completion: measure and content, and the cause of a fault. */
function reportOf({ task, machines }: SeedJob, result: VisitResult, part: InVan | null): Record<string, unknown> {
  if (result !== 'done') return unfinished(result, task.remedy?.part);
  if (task.remedy) return mended(task.remedy, part);
  return {
    serviceMeasure: part || task.kind !== 'consumable' ? measureOf[task.kind] : 'clean',
    maintenanceContent: writtenWork(task.kind, machines, part?.name ?? null),
  };
}

/** Return the texts of a repair; if the van lacks the part, those of a provisional repair. */
const mended = (remedy: Remedy, part: InVan | null): Record<string, unknown> =>
  remedy.part && !part
    ? {
        faultCause: remedy.cause,
        serviceMeasure: 'adjust',
        maintenanceContent: '清洁触点并重新调整，运行恢复正常，建议观察',
      }
    : {
        faultCause: remedy.cause,
        serviceMeasure: remedy.measure,
        maintenanceContent: remedy.content.replace('{p}', part?.name ?? ''),
      };

/** Return answers to a check list; a few numbers exceed the upper limit. */
function answers(chance: Chance, demands: readonly CheckDemand[]): Record<string, unknown>[] {
  return demands.map((one) => {
    const low = Number(one.min ?? 0);
    const high = Number(one.max ?? low + 10);
    const value = ['number', 'meter'].includes(one.type)
      ? (chance.percent(4) ? high * 1.1 : low + (high - low) * (0.2 + chance.between(0, 60) / 100)).toFixed(1)
      : one.type === 'yesNo'
        ? '是'
        : '正常';
    return { key: one.key, label: one.label, value };
  });
}
