import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server/context.ts';
import { collection } from '#business/billing/collection/collection.paper.ts';
import { addDays } from '#business/masterdata/days.rules.ts';
import type { Chance, DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import type { Happening } from './job.ts';

/** Finance, day by day: cash is taken over, what came in agreed with, invoices written for who asked; the newest days still wait. */
export class Finance {
  readonly #world: DemoWorld;
  readonly #happen: (one: Happening) => void;
  #written = 0;

  constructor(world: DemoWorld, happen: (one: Happening) => void) {
    this.#world = world;
    this.#happen = happen;
  }

  day(day: string): void {
    if (day > addDays(this.#world.today, -2)) return;
    const ripe = `${addDays(day, -1)} 23:00:00`;
    this.#happen({
      at: `${day} 16:30:00`,
      who: 'as_finance',
      worker: 'finance',
      work: async (context, chance) => {
        for (const one of await context.find(collection, { transmitStatus: 'none' }, { limit: 20_000 }))
          if (one.collectTime < ripe && chance.percent(70)) await context.act(collection, one.id, 'handOver');
        for (const one of await context.find(collection, { approvalStatus: 'none' }, { limit: 20_000 }))
          if (one.transmitStatus !== 'none' && one.collectTime < ripe) await this.#agreed(context, one, chance);
      },
    });
  }

  /** Every fourth customer wants an invoice; now and then one has the wrong title and is written anew. */
  async #agreed(context: Context, one: Row<typeof collection>, chance: Chance): Promise<void> {
    await context.act(collection, one.id, 'approve');
    if (!chance.percent(26) || Number(one.amount) <= 0) return;
    await this.#invoice(context, one, { invoiceTitle: one.customerName!, chance });
    if (!chance.percent(6)) return;
    await context.act(collection, one.id, 'cancelInvoice', { reason: '抬头有误，客户要求开单位名称' });
    if (chance.percent(70)) await this.#invoice(context, one, { invoiceTitle: '上海沪居物业管理有限公司', chance });
  }

  #invoice(
    context: Context,
    one: Row<typeof collection>,
    { invoiceTitle, chance }: { readonly invoiceTitle: string; readonly chance: Chance },
  ): Promise<unknown> {
    this.#written += 1;
    const company = invoiceTitle !== one.customerName;
    return context.act(collection, one.id, 'invoice', {
      invoiceType: company ? 'special' : chance.weighted({ electronic: 70, normal: 20, receipt: 10 }),
      invoiceNo: `26312${String(1000 + this.#written).padStart(7, '0')}`,
      invoiceTitle,
      taxNo: company ? '91310115MA1K4XXX2Q' : null,
      invoiceAmount: one.amount,
    });
  }
}
