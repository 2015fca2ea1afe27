import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Row } from '#kernel/language/paper.ts';
import { daysBetween } from '#kernel/language/days.ts';
import type { Context } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import type { Chance, DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { materialShipmentLine } from '../shipment/material-shipment-line.paper.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import { SAP_DONE } from '../sap/sap-states.rules.ts';
import { fromApplies } from '../shipment/from-applies.server.ts';
import { accountOf, stepBy } from './step-by.seed.ts';

type Shipment = Row<typeof materialShipment>;

/** Shares of the afternoon, in per cent. */
const SHARES = { waits: 18, back: 7, short: 7, partly: 20, undone: 1, closes: 60, pushes: 70 } as const;
const WAYS = { pickup: 40, courier: 50, deliver: 10 } as const;
/** Share of courier shipments that are received after 1, 2, … days, in per cent. */
const RECEIVED = [0, 15, 20, 30, 40, 60, 90] as const;
const ONE = 10n ** BigInt(QTY);

/** The counter of the store in the afternoon: shipments are approved, handed over, received and closed. */
export class Counter {
  readonly #world: DemoWorld;
  readonly #chance: Chance;
  readonly #day: string;
  #users: ReadonlyMap<string, string> = new Map();

  constructor(world: DemoWorld, chance: Chance, day: string) {
    this.#world = world;
    this.#chance = chance;
    this.#day = day;
  }

  #at(minute: string): string {
    return `${this.#day} ${minute}:00`;
  }

  #in(states: readonly Shipment['documentStatus'][]): Promise<Shipment[]> {
    return this.#world.product(this.#at('16:20'), (context) =>
      context.find(materialShipment, { documentStatus: states }, { limit: 2000 }),
    );
  }

  #by(who: string, minute: string, work: (context: Context) => Promise<unknown>): Promise<boolean> {
    return stepBy(this.#world, who, this.#at(minute), work);
  }

  async afternoon(): Promise<void> {
    const people = await this.#world.product(this.#at('16:20'), (context) =>
      context.find(technician, {}, { limit: 1000 }),
    );
    this.#users = new Map(people.map((one) => [one.id, one.userId ?? '']));
    await this.#receipts();
    await this.#closings();
    await this.#submissions();
    await this.#approvals();
    await this.#handOvers();
    await this.#rests();
  }

  async #submissions(): Promise<void> {
    for (const { id } of await this.#in(['draft', 'returned']))
      if (!this.#chance.percent(SHARES.waits))
        await this.#by('as_store', '16:30', (context) => context.act(materialShipment, id, 'submit'));
  }

  async #approvals(): Promise<void> {
    for (const { id } of await this.#in(['submitted'])) {
      if (this.#chance.percent(SHARES.waits)) continue;
      const isBack = this.#chance.percent(SHARES.back);
      await this.#by('as_store_lead', '16:40', (context) =>
        isBack
          ? context.act(materialShipment, id, 'approvalBack', { note: '数量请再点一遍' })
          : context.act(materialShipment, id, 'sendOutApproval', { note: '可发' }),
      );
    }
  }

  async #handOvers(): Promise<void> {
    for (const of of await this.#in(['approved'])) {
      if (this.#chance.percent(SHARES.waits)) continue;
      const shipWay = this.#chance.weighted(WAYS);
      const isShort = this.#chance.percent(SHARES.short);
      const parcel = { carrier: '顺丰', trackingNo: `SF${this.#chance.digits(12)}` };
      const held = await this.#by('as_store', '16:55', async (context) =>
        context.act(materialShipment, of.id, 'sendOutTransmit', {
          shipWay,
          ...(shipWay === 'courier' && parcel),
          lines: isShort ? await counts(context, of.id) : null,
        }),
      );
      if (held && shipWay === 'pickup' && this.#chance.percent(SHARES.undone))
        await this.#by('as_manager', '17:10', (context) =>
          context.act(materialShipment, of.id, 'revert', { reason: '发错技师，重新移交' }),
        );
    }
  }

  /** Technicians confirm what the courier brought; some confirm a part first. */
  async #receipts(): Promise<void> {
    for (const of of await this.#in(['transmitted'])) {
      if (of.shipWay !== 'courier' || !of.transmitTime) continue;
      const age = daysBetween(of.transmitTime.slice(0, 10), this.#day);
      const user = this.#users.get(of.technicianId);
      if (!user || !this.#chance.percent(RECEIVED[Math.min(age, RECEIVED.length - 1)])) continue;
      const isPart = !of.receiveTime && this.#chance.percent(SHARES.partly);
      await stepBy(this.#world, accountOf(user), this.#at('16:22'), async (context) => {
        const lines = isPart ? await halves(context, of.id) : null;
        await context.act(materialShipment, of.id, 'receive', { lines });
      });
    }
  }

  /** Close what was received some days ago. */
  async #closings(): Promise<void> {
    for (const of of await this.#in(['transmitted'])) {
      const isOld = of.receiveTime && daysBetween(of.receiveTime.slice(0, 10), this.#day) >= 2;
      if (!isOld || !this.#chance.percent(SHARES.closes) || !isDoneInSap(of) || (await this.#lacks(of))) continue;
      await this.#by('as_store', '16:26', (context) => context.act(materialShipment, of.id, 'sendOutClose'));
    }
  }

  /** Is a part of a shipment still under way? */
  async #lacks({ id }: Shipment): Promise<boolean> {
    const lines = await this.#world.product(this.#at('16:26'), (context) =>
      context.find(materialShipmentLine, { materialShipmentsId: id }, { limit: 500 }),
    );
    return lines.some((line) => stepsOf(line.receivedQty, QTY) < stepsOf(line.shipQty, QTY));
  }

  /** Ship the rest of requests that went out in parts, or close it. */
  async #rests(): Promise<void> {
    const partly = await this.#world.product(this.#at('17:20'), (context) =>
      context.find(materialApply, { documentStatus: 'partShipped' }, { limit: 500 }),
    );
    const busy = await this.#world.product(this.#at('17:20'), underWay);
    for (const { id, publishTime } of partly) {
      if (!publishTime || busy.has(id) || daysBetween(publishTime.slice(0, 10), this.#day) < 3) continue;
      const isPushed = this.#chance.percent(SHARES.pushes);
      await this.#by('as_store', '17:20', (context) =>
        isPushed
          ? fromApplies({ materialApplyIds: [id] }, context)
          : context.act(materialApply, id, 'closeLines', { reason: '短期到不了货' }),
      );
    }
  }
}

/** Has SAP nothing left to do for a document? */
export const isDoneInSap = ({ sapStatus }: { readonly sapStatus?: string | null }): boolean =>
  SAP_DONE.includes(sapStatus ?? 'notNeeded');

/** Return the requests with lines on shipments that have not left the store. */
async function underWay(context: Context): Promise<ReadonlySet<string>> {
  const rows = await context.sql.query<{ id: string }>(
    `select distinct d.materials_apply_id::text as id from asmaterialshipmentsdetails e join asmaterialshipments h on h.tenant_id = e.tenant_id and h.id = e.material_shipments_id and h.document_status in ('draft', 'returned', 'submitted', 'approved') and h.is_deleted = 0
    join asmaterialapplydetails d on d.tenant_id = e.tenant_id and d.id = e.apply_detail_id where e.tenant_id = $1 and e.is_deleted = 0`,
    [context.tenantId],
  );
  return new Set(rows.map((row) => row.id));
}

/** Return the counts of a hand-over with one piece less of the first line that has several. */
async function counts(context: Context, shipmentId: string) {
  const lines = await context.find(materialShipmentLine, { materialShipmentsId: shipmentId }, { limit: 500 });
  const one = lines.find((line) => stepsOf(line.shipQty, QTY) > ONE);
  return one
    ? [{ id: one.id, shipQty: decimalOf(stepsOf(one.shipQty, QTY) - ONE, QTY), diffReason: '货架上少一件' }]
    : null;
}

/** Return a receipt of a half: all lines but the last, or one piece of the only one. */
async function halves(context: Context, shipmentId: string) {
  const lines = await context.find(materialShipmentLine, { materialShipmentsId: shipmentId }, { limit: 500 });
  return lines.map((line, at) => ({
    id: line.id,
    receivedQty:
      at < lines.length - 1 || lines.length === 1
        ? decimalOf(lines.length === 1 ? ONE : stepsOf(line.shipQty, QTY), QTY)
        : '0.000',
  }));
}
