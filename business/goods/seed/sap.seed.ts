import { addDays, addMinutes } from '#kernel/language/days.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { storedText } from '#kernel/language/label.ts';
import { param } from '#business/system/settings/param.paper.ts';
import type { Chance, DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { isSimulated } from '#business/materials/sap/sap-of-company.server.ts';
import { setSapBehaviour } from '#business/materials/sap/sap-simulator.server.ts';
import { queueUsed } from '../sap/consumption.server.ts';
import { lockDocumentsOf } from '../sap/document-state.server.ts';
import { failFlow, sendFlow } from '../sap/due-flows.server.ts';
import { beginSimulator, compareOnce } from '../sap/night.server.ts';
import { PAUSES } from '../sap/retry.rules.ts';
import { sapFlow } from '../sap/sap-flow.paper.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import { stepBy } from './step-by.seed.ts';

/** Days since the company works with SAP. */
const CONNECTED_DAYS = 35;
/** Nights before the end whose comparison is stored: the last equal night of most items. */
const COMPARED_NIGHTS = 3;
/** Shares in per cent: refused rows, shipments that wait a day for their push, and failed rows that are retried. */
const SHARES = { refused: 2, waits: 6, retried: 70 } as const;

/** Days before the end with the last evening: it may be a Sunday ago. */
const LAST_DAYS = 2;

const SETTINGS: readonly (readonly [key: string, name: string, value: string])[] = [
  ['as.sap.adapter', storedText(['SAP接口名称', 'Adapter to SAP']), 'simulator'],
  ['as.sap.personWhs', storedText(['个人库对应的SAP仓库', 'SAP warehouse of the vans']), 'V01'],
  ['as.sap.consumption', storedText(['用料每夜推送SAP', 'Send used parts to SAP each night']), 'true'],
];

/** Name the simulator in the settings of the company, and begin it with the stock of this moment. */
async function connect(world: DemoWorld, at: string): Promise<void> {
  await world.as('as_admin', at, async (context) => {
    for (const [paramKey, paramName, paramValue] of SETTINGS) {
      const [row] = await context.find(param, { paramKey }, { first: 1 });
      if (row) await context.change(param, row.id, { paramValue });
      else await context.create(param, { paramKey, paramName, paramValue });
    }
  });
  await world.product(addMinutes(at, 1), beginSimulator);
}

type Flow = Row<typeof sapFlow>;

/** Set how the simulated SAP answers documents of an item. */
const behave = (context: Context, { itemCode }: Flow, behaves: 'locked' | 'late' | null): Promise<unknown> =>
  setSapBehaviour({ tenantId: context.tenantId, outside: (work) => context.outside(work) }, itemCode ?? '', behaves);

/** Send a row. The first turn notes the attempt, the second one asks SAP. */
async function send(context: Context, { id }: Flow): Promise<void> {
  await sendFlow(context, id);
  await sendFlow(context, id);
}

/** Send a row that SAP refuses. */
async function sendRefused(context: Context, row: Flow): Promise<void> {
  await behave(context, row, 'locked');
  await send(context, row);
  await behave(context, row, null);
}

const TRIES = PAUSES.length + 1;

/** Send a row whose answer is lost: SAP has its document, and the row has failed after all tries. */
async function sendLost(context: Context, row: Flow): Promise<void> {
  await behave(context, row, 'late');
  await sendFlow(context, row.id);
  const isAnswered = await sendFlow(context, row.id).then(
    () => true,
    () => false,
  );
  await behave(context, row, null);
  if (!isAnswered)
    await failFlow(
      context,
      await context.get(sapFlow, row.id),
      storedText(['SAP 没有应答', 'SAP did not answer']),
      TRIES,
    );
}

/** Return the rows that may be sent, in their order: none behind a failed row of its lane and item. */
async function sendable(
  context: Context,
): Promise<{ readonly rows: readonly Flow[]; readonly failed: readonly Flow[] }> {
  const found = await context.find(sapFlow, { sapStatus: ['queued', 'failed'] }, { limit: 5000 });
  const laneOf = (row: Flow): string => `${row.laneCode} ${row.itemCode}`;
  const failed = found.filter((row) => row.sapStatus === 'failed');
  const stopped = new Set(failed.map(laneOf));
  const rows = found.filter((row) => row.sapStatus === 'queued' && !stopped.has(laneOf(row)));
  return { rows: rows.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)), failed };
}

/**
 * Return the rows of the last evening that SAP refuses, and whose answer is lost; each once. The last items by code are
 * chosen, because the first ones have the planted differences of the simulated SAP.
 */
function planted(rows: readonly Flow[], failed: readonly Flow[]): { readonly lost?: Flow; readonly refused?: Flow } {
  const of = rows
    .filter((row) => row.billType === 'shipment')
    .toSorted((one, other) => (String(one.itemCode) < String(other.itemCode) ? 1 : -1));
  const lost = failed.some((row) => row.retryCount === TRIES) ? undefined : of[0];
  const refused = failed.length ? undefined : of.find((row) => row.itemCode !== lost?.itemCode);
  return { lost, refused };
}

/** Send what is queued. SAP refuses a few rows; on the last evening it refuses one, and the answer of one is lost. */
async function sendQueued(context: Context, chance: Chance, isLast: boolean): Promise<void> {
  const { rows, failed } = await sendable(context);
  await lockDocumentsOf(
    context,
    rows.map((row) => row.id),
  );
  const stopped = new Set<string | null | undefined>();
  const { lost, refused } = isLast ? planted(rows, failed) : {};
  for (const row of rows) {
    if (stopped.has(row.itemCode)) continue;
    const isRefused = row === refused || (chance.percent(SHARES.refused) && row !== lost);
    if (isRefused || row === lost) stopped.add(row.itemCode);
    await (row === lost ? sendLost : isRefused ? sendRefused : send)(context, row);
  }
}

/** SAP in the story: the company is connected, goods are pushed in the evening, and the night sends used parts. */
export class SapStory {
  /** The first day with SAP; it stays when the business goes on. */
  #begin = '';
  #isConnected = false;

  /** Return whether SAP is there on a day, where goods are handed over from `first` on. */
  isOn(world: DemoWorld, day: string, first: string): boolean {
    const wanted = addDays(world.today, -CONNECTED_DAYS);
    this.#begin ||= wanted > first ? wanted : first;
    return day >= this.#begin;
  }

  /** Before the day begins: connect once, send the used parts of the day before, and retry what failed. */
  async night(world: DemoWorld, chance: Chance, day: string): Promise<void> {
    const at = `${day} 02:20:00`;
    if (!this.#isConnected) await connect(world, addMinutes(at, -5));
    this.#isConnected = await world.product(at, isSimulated);
    await world.product(at, queueUsed);
    await world.product(addMinutes(at, 2), (context) => sendQueued(context, chance, false));
    if (day > addDays(world.today, -COMPARED_NIGHTS)) await world.product(addMinutes(at, 20), compareOnce);
  }

  /** In the evening: push what was handed over, and send it. */
  async evening(world: DemoWorld, chance: Chance, day: string): Promise<void> {
    const at = `${day} 17:30:00`;
    const failed = await world.product(at, (context) => context.find(sapFlow, { sapStatus: 'failed' }, { limit: 500 }));
    for (const { id } of failed)
      if (chance.percent(SHARES.retried))
        await stepBy(world, 'as_store', at, (context) => context.act(sapFlow, id, 'retry'));
    const waiting = await world.product(at, (context) =>
      context.find(materialShipment, { sapStatus: 'none' }, { limit: 1000 }),
    );
    for (const { id } of waiting)
      if (!chance.percent(SHARES.waits))
        await stepBy(world, 'as_store', addMinutes(at, 2), (context) =>
          context.act(materialShipment, id, 'sendOutPush'),
        );
    const isLast = day >= addDays(world.today, -LAST_DAYS);
    await world.product(addMinutes(at, 5), (context) => sendQueued(context, chance, isLast));
  }
}
