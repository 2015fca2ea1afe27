import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server/context.ts';
import { addImages, annexTypesOf } from '#business/completion/annexes/annexes.server.ts';
import type { CheckDemand } from '#business/completion/at-door/check-demand.calls.ts';
import { batchSave } from '#business/completion/completion/batch-save.server.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { demandsOf } from '#business/completion/completion/demands.server.ts';
import { systemKm } from '#business/dispatch/visit/mileage.server.ts';
import { amountOf } from '#business/completion/money.rules.ts';
import { type VisitResult, isFinal } from '#business/dispatch/visit/visit-states.rules.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { paymentType } from '#business/masterdata/payment-type.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { Chance, type DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { workPictureOf } from '../pictures.ts';

type Order = Row<typeof registration>;

const contents: Readonly<Record<string, readonly string[]>> = {
  hvac: ['清洗室内机滤网，补充冷媒，进出风温差 11℃', '更换冷凝水泵，排水通畅', '复位通讯线接头，内外机通讯恢复'],
  floorHeat: ['清洗过滤器，各路排气，压力 1.5 bar', '更换循环泵电容，运行平稳', '调平各路流量，回水温度均匀'],
  boiler: ['清洗换热器，点火三次正常', '更换点火电极，烟道检查合格'],
  freshAir: ['清洗滤网，送风量恢复 320 m³/h', '更换风机电容，噪声正常'],
  waterPure: ['更换前置滤芯，TDS 18', '更换进水电磁阀，保压合格'],
  softWater: ['清理盐桶，重设再生周期', '更换密封件，无渗漏'],
  hotWater: ['更换循环泵，回水温度 45℃'],
  smartHome: ['升级网关固件，设备全部上线', '重配面板场景'],
  heatPump: ['除霜功能复位，出水 45℃'],
};

/** Groups of parts that such a system is mended with. */
const groups: Readonly<Record<string, readonly string[]>> = {
  hvac: ['制冷配件', '电控元件', '传感器'],
  heatPump: ['制冷配件', '水泵电机', '传感器'],
  floorHeat: ['水泵电机', '阀门管件', '传感器'],
  boiler: ['锅炉配件', '水泵电机', '阀门管件'],
  freshAir: ['新风配件', '电控元件'],
  waterPure: ['滤芯耗材', '阀门管件'],
  softWater: ['滤芯耗材', '阀门管件'],
  hotWater: ['水泵电机', '阀门管件'],
  smartHome: ['电控元件', '传感器'],
};
const groupsOf = (system: string): readonly string[] => groups[system] ?? ['阀门管件'];

/** What a technician does at a door and leaves on paper. */
export class Door {
  readonly #world: DemoWorld;
  readonly #chance: Chance;
  #payments: Row<typeof paymentType>[] | undefined;

  constructor(world: DemoWorld) {
    this.#world = world;
    this.#chance = new Chance(world.random);
  }

  /** About where the customer lives. */
  async place(context: Context, visitId: string): Promise<string | null> {
    const of = await context.get(visit, visitId);
    return (await context.get(registration, of.registrationFormId!)).location;
  }

  async complete(
    context: Context,
    visitId: string,
    { arrive, done, result }: { arrive: string; done: string; result: VisitResult },
  ): Promise<string> {
    const of = await context.get(visit, visitId);
    const order = await context.get(registration, of.registrationFormId!);
    const chance = this.#chance;
    const final = isFinal(result);
    const paid = order.weibao === 'paid' && final;
    const laborFee = paid ? String(chance.pick([80, 100, 120, 150, 180, 220, 280])) : '0';
    const supplies = await this.#parts(context, order, of.technicianId, { final, paid });
    const header = {
      dispatchListId: visitId,
      startTime: arrive,
      endTime: done,
      visitResult: result,
      maintenanceContent: chance.pick(contents[order.repairType] ?? ['检查调试，运行正常']),
      laborFee,
      ...(final && this.#told(order, supplies.length > 0)),
      ...this.#way(await systemKm(context, of)),
      checklist: final ? answers(chance, await demandsOf(context, order)) : [],
      unpaidReason: chance.percent(50) ? 'later' : 'month',
      advice: chance.percent(20) ? '建议采暖季前做一次整体清洗。' : null,
    };
    const collects = paid && chance.percent(95) ? await this.#collects(context, laborFee, supplies) : [];
    const saved = await batchSave(
      { draft: true, header, equipment: await machinesOf(context, order, final), supplies, collects },
      context,
    );
    await this.#photograph(context, of, { done, place: order.location });
    // The customer told the code.
    await context.change(completion, saved.id, { finishCode: of.codeHash, finishCodeTime: done });
    await context.act(completion, saved.id, 'submit');
    return saved.id;
  }

  /** The photos that are asked for, as they come from a phone; on some the place is missing. */
  async #photograph(
    context: Context,
    of: Row<typeof visit>,
    { done, place }: { done: string; place: string | null },
  ): Promise<void> {
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

  /** What it was, why, and what was done about it. */
  #told(order: Order, replaced: boolean): Record<string, unknown> {
    const chance = this.#chance;
    return {
      faultCategory: order.faultCategory ?? 'other',
      faultCause: chance.weighted({ wear: 46, lack: 20, use: 10, quality: 8, water: 6, power: 5, install: 5 }),
      serviceMeasure: replaced
        ? 'replacePart'
        : chance.weighted({ adjust: 34, clean: 30, reset: 16, vent: 12, guide: 8 }),
    };
  }

  /** The kilometres, now and then too many, with the reason. */
  #way(km: string | null): Record<string, unknown> {
    if (km === null) return {};
    return this.#chance.percent(6)
      ? { mileageKm: (Number(km) * 1.6 + 6).toFixed(1), mileageExplain: '高架封闭，绕行' }
      : { mileageKm: (Number(km) + 0.4).toFixed(1) };
  }

  /** Parts of his van that such a system could need. */
  #likely(
    context: Context,
    order: Order,
    technicianId: string,
  ): Promise<{ materialId: string; warehouseId: string; price: string; old: boolean }[]> {
    return context.sql.query(
      `select s.material_id::text as "materialId", s.warehouse_id::text as "warehouseId", m.sale_price::text as price, m.return_old as old
      from asstock s join aswarehouse w on w.id = s.warehouse_id join asbasematerial m on m.id = s.material_id
      where s.tenant_id = $1 and w.technician_id = $2 and s.material_status = 'good' and s.serial_no = '' and s.on_hand - s.reserved >= 1 and s.is_deleted = 0 and m.itms_grp_nam = any($3) order by s.id limit 20`,
      [context.tenantId, technicianId, groupsOf(order.repairType)],
    );
  }

  /** What had better be taken along, now and then something that no store has. */
  async suggested(
    context: Context,
    order: Order,
    technicianId: string,
  ): Promise<{ materialId: string; qty: number; reason: string }[]> {
    if (order.receiptsType !== 'repair' || !this.#chance.percent(22)) return [];
    const [one] = await this.#likely(context, order, technicianId);
    return one ? [{ materialId: one.materialId, qty: this.#chance.percent(15) ? 900 : 1, reason: '同类故障常换' }] : [];
  }

  /** A part out of his van, now and then, if there is one that could have been needed. */
  async #parts(
    context: Context,
    order: Order,
    technicianId: string,
    { final, paid }: { final: boolean; paid: boolean },
  ): Promise<Record<string, unknown>[]> {
    if (!final || order.receiptsType !== 'repair' || !this.#chance.percent(45)) return [];
    const rows = await this.#likely(context, order, technicianId);
    if (rows.length === 0) return [];
    const { materialId, warehouseId, price, old } = this.#chance.pick(rows);
    return [
      {
        materialId,
        warehouseId,
        qty: '1',
        unitPrice: price,
        payer: paid ? 'customer' : 'manufacturer',
        oldPartReturn: old,
        oldPartQty: old ? '1' : null,
      },
    ];
  }

  async #collects(
    context: Context,
    laborFee: string,
    supplies: readonly Record<string, unknown>[],
  ): Promise<Record<string, unknown>[]> {
    this.#payments ??= await context.find(paymentType, {}, 50);
    const code = this.#chance.weighted({ WX: 54, ZFB: 18, XJ: 28 });
    const by = this.#payments.find((one) => one.typeCode === code);
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
    return [row('labor', laborFee), ...material.map((amount) => row('material', amount))];
  }
}

/** The machines of an order as the technician leaves them. */
async function machinesOf(context: Context, order: Order, final: boolean): Promise<Record<string, unknown>[]> {
  const rows = await context.sql.query<{ id: string | null; name: string }>(
    'select equipment_id::text as id, equipment_name as name from asregistrationequipment where tenant_id = $1 and registration_form_id = $2 and is_deleted = 0',
    [context.tenantId, order.id],
  );
  return rows.map((one) => ({
    equipmentId: one.id,
    equipmentName: one.name,
    qty: '1',
    equipmentStatus: final ? 'normal' : 'fault',
  }));
}

/** Believable answers, now and then one out of its limits. */
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
