import { Refusal } from '#kernel/language/refusal.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { material } from '#business/materials/items/material.paper.ts';
import { postStock, storeOfPerson } from '#business/materials/stores/posting.service.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { materialApply } from '#business/goods/apply/material-apply.paper.ts';
import { materialShipment } from '#business/goods/shipment/material-shipment.paper.ts';
import type { App } from '#kernel/server/app.ts';
import type { Context } from '#kernel/server/context.ts';
import type { Actor } from '#kernel/server/session/actor.ts';
import { transact } from '#kernel/server/write/transaction.ts';
import { openApp } from '../../../server/assemble.ts';
import { type Business, actorOf, besideItsSql } from '../business.ts';
import type { BenchRun } from '../operations.ts';
import type { Measured } from '../report.ts';

/** Concurrent requests, each with materials of its own. */
const LINES = 4;
/** Lines of a request. */
const SIZE = 20;
const MAX_STATEMENTS = 60;

interface Store {
  readonly id: string;
  readonly items: readonly string[];
}

/** Return a store with stock of as many materials as the requests need; the stock is posted for this run. */
async function stocked(context: Context): Promise<Store> {
  const [{ id }] = await context.find(warehouse, { warehouseType: 'main' }, { first: 1 });
  const items = (await context.find(material, { trackMode: 'qty' }, { first: LINES * SIZE })).map((row) => row.id);
  const fromWarehouseId = await context.call(storeOfPerson, { virtual: 'supplier' });
  await context.call(postStock, {
    bill: { type: 'purchase', id: '1', no: 'BENCH' },
    moves: items.map((materialId) => ({
      step: `bench:goods:${String(Date.now())}:${materialId}`,
      lineId: null,
      materialId,
      fromWarehouseId,
      toWarehouseId: id,
      qty: '50',
      unitCost: '5',
    })),
  });
  return { id, items };
}

/** Write an examined request of a technician; null where a rule refuses it. */
async function examined(
  app: App,
  { by, judge }: People,
  { store, technicianId, items }: { store: Store; technicianId: string; items: readonly string[] },
): Promise<string | null> {
  try {
    const id = await transact(app, by, async (context) => {
      const lines = items.map((materialId) => ({ materialId, applyQty: '1' }));
      const header = { applyType: 'stockUp', urgency: 'normal', technicianId, fromWarehouseId: store.id };
      return (await context.submit(materialApply, { ...header, needDate: context.today(), lines })).id;
    });
    await transact(app, judge, (context) => context.act(materialApply, id, 'examine', { lines: null, note: '同意' }));
    return id;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return null;
  }
}

/** People of a release: the store writes and hands over, its lead approves. */
interface People {
  readonly by: Actor;
  readonly judge: Actor;
  readonly keeper: Actor;
  readonly lead: Actor;
}

/** The three verbs on the way of a request. */
const VERBS = ['release', 'approve', 'hand over'] as const;
type Verb = (typeof VERBS)[number];

const shipmentOf = async (context: Context, materialApplyId: string): Promise<string> =>
  (await context.find(materialShipment, { materialApplyId }, { first: 1 }))[0].id;

const verbs: Readonly<Record<Verb, (applyId: string) => Business>> = {
  release: (applyId) => (context) => context.act(materialApply, applyId, 'publish'),
  approve: (applyId) => async (context) =>
    context.act(materialShipment, await shipmentOf(context, applyId), 'sendOutApproval', { note: '可发' }),
  'hand over': (applyId) => async (context) =>
    context.act(materialShipment, await shipmentOf(context, applyId), 'sendOutTransmit', {
      shipWay: 'pickup',
      lines: null,
    }),
};

/** Bring a request to the state in which a verb begins. */
async function advance(app: App, { keeper, lead }: People, applyId: string, verb: Verb): Promise<void> {
  if (verb === 'release') return;
  await transact(app, keeper, async (context) => {
    await context.act(materialApply, applyId, 'publish');
  });
  await transact(app, keeper, async (context) => {
    await context.act(materialShipment, await shipmentOf(context, applyId), 'submit');
  });
  if (verb === 'hand over') await transact(app, lead, verbs.approve(applyId));
}

/** Return requests of twenty lines in the state in which a verb begins, one for each line. */
async function ready(app: App, people: People, verb: Verb): Promise<string[]> {
  const [store, technicians] = await transact(app, people.by, async (context) => [
    await stocked(context),
    await context.find(technician, {}, { first: 30 }),
  ]);
  const found: string[] = [];
  for (const { id: technicianId } of technicians) {
    if (found.length === LINES) break;
    const items = store.items.slice(found.length * SIZE, (found.length + 1) * SIZE);
    const applyId = await examined(app, people, { store, technicianId, items });
    if (!applyId) continue;
    await advance(app, people, applyId, verb);
    found.push(applyId);
  }
  return found;
}

/** Measure the verbs on the way of a request of twenty lines, each beside its statements alone. */
export async function goods(bench: BenchRun): Promise<Measured[]> {
  const { appUrl, dataDir } = bench;
  const app = await openApp({ appUrl, dataDir, captcha: false, demo: true, connections: LINES + 1 });
  try {
    const [by, judge, keeper, lead] = await Promise.all(
      ['admin', 'as_manager', 'as_store', 'as_store_lead'].map((account) => actorOf(app, account)),
    );
    const people = { by, judge, keeper, lead };
    const rows: Measured[] = [];
    let total = 0;
    for (const verb of VERBS) {
      const ids = await ready(app, people, verb);
      const measured = await besideItsSql(bench, app, {
        name: `${verb} ${SIZE} lines`,
        goal: 'ratio',
        actor: verb === 'approve' ? lead : keeper,
        pieces: ids.map((id) => verbs[verb](id)),
        isMet: (_cost, statements) => {
          total += statements;
          return true;
        },
      });
      rows.push(...measured);
    }
    const name = `release, approve and hand over ${SIZE} lines: ${total} statements`;
    return [...rows, { name, goal: `≤ ${MAX_STATEMENTS} statements`, met: total <= MAX_STATEMENTS }];
  } finally {
    await app.close();
  }
}
