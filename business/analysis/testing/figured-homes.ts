import { expect } from 'vitest';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import type { TestServer } from '#kernel/testing/test-server.ts';
import type { Figure, FigureColumn } from '#business/iot/history/figures/day-figures.rules.ts';
import { writeFigureBytes } from '#business/iot/history/figures/figure-bytes.rules.ts';
import { openHomes } from '#business/operation/testing/home-site.ts';

const NONE: Figure = { n: 144, sum: 0, min: 0, max: 0, last: 0, delta: 0, onSec: 0, starts: 0, doubt: 0 };

/** Values of a day: growth of counters, and means of measured properties. */
export interface DayValues {
  readonly grown: Readonly<Record<string, number>>;
  readonly means?: Readonly<Record<string, number>>;
}

/** For tests: homes with a customer and a device whose figures of past days are written directly. */
export async function openFiguredHomes(server: TestServer) {
  const site = await openHomes(server);

  /** Add a home with a device of a model. */
  async function homeWith(modelId: string, area: number | null, name = '沈怡然') {
    const buyer = await saved(server, customer, { customerServiceTeam: 'east' });
    const roomAddressId = await site.address(area === null ? {} : { areaSize: area });
    const householdId = await site.household({ roomAddressId, customerId: buyer.id, name });
    const device = await site.device(modelId);
    expect((await site.bind(householdId, device.mac)).status).toBe(200);
    await server.tables("update iot_device set owned_since = now() - interval '3 years' where id = $1", [device.id]);
    return { ...device, householdId, customerId: buyer.id };
  }

  /** Write the figures of one day of a device; `messages`: 144 are a whole day. */
  async function writeDay(id: string, day: string, { grown, means = {} }: DayValues, messages = 144): Promise<void> {
    const columns = new Map<string, FigureColumn>([
      ...Object.entries(grown).map(([of, delta]) => [of, { kind: 'counter', figures: [{ ...NONE, delta }] }] as const),
      ...Object.entries(means).map(
        ([of, mean]) => [of, { kind: 'number', figures: [{ ...NONE, sum: mean * NONE.n }] }] as const,
      ),
    ]);
    await server.tables(
      "insert into iot_days (tenant_id, device_id, day, data) values ('000000', $1, $2::date, $3) on conflict (device_id, day) do update set data = excluded.data",
      [id, day, writeFigureBytes({ counts: [messages], columns })],
    );
  }

  return { site, homeWith, writeDay };
}
