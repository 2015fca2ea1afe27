import { good } from '#business/mobile/testing/worksite.ts';
import { consumable } from '#business/materials/items/consumable.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import { type Home, at } from '#business/contracts/testing/contract-site.ts';
import { invariants } from '../invariants.server.ts';
import type { PlanSite } from './plan-site.ts';

type Body = Record<string, unknown>;

/** A reminder as the list answers it. */
export interface RemindRow {
  readonly id: string;
  readonly remindType: string;
  readonly remindStatus: string;
  readonly dueDate: string;
  readonly [field: string]: unknown;
}

/** A company whose nights make reminders. */
export class ReminderSite {
  readonly path = `${at}/asremind`;
  readonly plans: PlanSite;
  #suppliesId = '';

  constructor(plans: PlanSite) {
    this.plans = plans;
  }

  /** Let the warranty of the machine of a home end on a day. */
  async warranty({ equipmentId }: Home, day: string): Promise<void> {
    await this.plans.server.tables('update asequipment set warranty_end_date = $2 where id = $1', [equipmentId, day]);
  }

  /** Run the nightly scan. */
  night(): Promise<void> {
    return this.plans.server.app.jobs.run('reminder.scan');
  }

  /** Return the reminders of the customer of a home. */
  async of({ customerId }: Home): Promise<RemindRow[]> {
    const { cs } = this.plans.contracts.work;
    const page = good(await cs.get(`${this.path}/list`, { customerId, size: 100 })).data;
    return Promise.all(
      page.records.map(async ({ id }: RemindRow) => good(await cs.get(`${this.path}/detail`, { id })).data),
    );
  }

  /** Sell a contract that watches a consumable of the machine of a home. */
  async consumable(home: Home, templateId: string, line: Body): Promise<{ id: string; line: string }> {
    const { contracts } = this.plans;
    this.#suppliesId ||= await this.#filter();
    const id = await contracts.draft(home, templateId, {
      supplies: [{ suppliesId: this.#suppliesId, equipmentId: home.equipmentId, qty: '1', chargeable: false, ...line }],
    });
    good(await contracts.state(id, 'active'));
    const [found] = await this.plans.server.tables<{ id: string }>(
      'select id::text as id from asschemesupplies where scheme_id = $1',
      [id],
    );
    return { id, line: found.id };
  }

  /** Return a consumable that lasts a year or 4,000 litres. */
  async #filter(): Promise<string> {
    const { id } = await saved(this.plans.server, consumable, {
      suppliesName: '前置滤芯',
      lifeDays: 365,
      lifeUsage: '4000',
      usageUnit: 'litre',
      warnDays: 20,
    });
    return id;
  }

  /** Return the state of the warning of a consumable. */
  async warning(id: string): Promise<string> {
    const [row] = await this.plans.server.tables<{ state: string }>(
      'select warn_status as state from asschemesupplies where id = $1',
      [id],
    );
    return row.state;
  }

  /** Return the rows that break an invariant of this room. */
  async broken(): Promise<unknown[]> {
    const found: unknown[] = [];
    for (const { code, sql } of invariants)
      found.push(
        ...(await this.plans.server.tables(
          `select '${code}' as code, b.* from (${sql}) b where $1::text is not null and $2::timestamptz is not null`,
          ['000000', '2026-11-23 12:00:00'],
        )),
      );
    return found;
  }
}
