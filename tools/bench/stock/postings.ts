import { material } from '#business/materials/items/material.paper.ts';
import { postStock, storeOfPerson } from '#business/materials/stores/posting.service.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import type { Context } from '#kernel/server/context.ts';
import { transact } from '#kernel/server/write/transaction.ts';
import { openApp } from '../../../server/assemble.ts';
import { type Pids, drive } from '../drive.ts';
import type { Measured } from '../report.ts';

const LINES = 8;
const SECONDS = 6;
const GOAL = 300;

interface Where {
  readonly appUrl: string;
  readonly dataDir: string;
  readonly pids: Pids;
  say(text: string): void;
}

/**
 * Measure stock movements a second, with one or twenty in a transaction. Each takes its locks, writes a ledger row, and
 * updates balance and average cost.
 */
export async function postings({ appUrl, dataDir, pids, say }: Where): Promise<Measured[]> {
  const app = await openApp({ appUrl, dataDir, captcha: false, demo: true, connections: LINES });
  try {
    const tenancy = (await app.ports.tenancy('000000'))!;
    const [{ id }] = await app.db.read(tenancy, (sql) =>
      sql.query<{ id: string }>("select id from blade_user where tenant_id = '000000' and account = 'as_store'"),
    );
    const actor = {
      tenancy,
      person: (await app.ports.person(tenancy, id))!,
      language: 'zh' as const,
      origin: { requestId: '', ip: '', channel: 'system' },
    };
    const work = <T>(business: (context: Context) => Promise<T>): Promise<T> => transact(app, actor, business);
    const [items, places, supplier] = await work(
      async (context) =>
        [
          (await context.find(material, { trackMode: 'qty' }, { first: 200 })).map((row) => row.id),
          (await context.find(warehouse, { warehouseType: 'area' }, { first: 10 })).map((row) => row.id),
          await context.call(storeOfPerson, { virtual: 'supplier' }),
        ] as const,
    );
    const run = String(Date.now());
    const rows: Measured[] = [];
    for (const [name, size] of [
      ['movements of stock, one a transaction', 1],
      ['movements of stock, twenty a transaction', 20],
    ] as const) {
      say(name);
      // The postings run in this process, so the CPU of this process is their cost.
      const cost = await drive({ ...pids, server: process.pid }, LINES, SECONDS, async (line, n) => {
        await work((context) =>
          context.call(postStock, {
            bill: { type: 'purchase', id: '1', no: 'BENCH' },
            moves: Array.from({ length: size }, (_, at) => ({
              step: `bench:${run}:${size}:${line}:${n}:${at}`,
              lineId: null,
              materialId: items[(line * 37 + n * size + at) % items.length],
              fromWarehouseId: supplier,
              toWarehouseId: places[line % places.length],
              qty: '1',
              unitCost: '5',
            })),
          }),
        );
      });
      const perSecond = cost.perSecond * size;
      rows.push({
        name: `${name}: ${perSecond.toFixed(0)}/s`,
        goal: `≥ ${GOAL} movements/s`,
        cost,
        met: perSecond >= GOAL,
      });
    }
    return rows;
  } finally {
    await app.close();
  }
}
