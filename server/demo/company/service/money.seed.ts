import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server/context.ts';
import { collection } from '#business/billing/collection/collection.paper.ts';
import { addDays } from '#kernel/language/days.ts';
import type { Chance, DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import type { Happening } from './job.ts';

/**
 * Plans the daily work of finance: take over cash, approve payments, write invoices on request. Payments of the last
 * days stay open.
 */
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

  /**
   * Approve a payment and write an invoice for about one in four. A few invoices are cancelled, and most of those
   * written again for another title.
   */
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
