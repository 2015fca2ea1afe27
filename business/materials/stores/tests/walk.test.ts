import { expect, test } from 'vitest';
import type { Draft } from '#kernel/language/paper.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import { testEach } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { stockInvariants } from '../../invariants.server.ts';
import { material } from '../../items/material.paper.ts';
import { type Move, postStock, storeOfPerson } from '../posting.service.ts';
import { releaseStock, reserveStock } from '../reserve.service.ts';
import { warehouse } from '../warehouse.paper.ts';

const server = await openTestServer(import.meta.url);

/** Seed of the random walk, shown when a run fails. */
const SEED = 4711;
let state = SEED;
const chance = (): number => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state / 2_147_483_648;
};
const below = (n: number): number => Math.floor(chance() * n);
const pick = <T>(of: readonly T[]): T => of[below(of.length)];

const places = await server.work('as_admin', async (context) => {
  const ids: string[] = [];
  for (let n = 0; n < 4; n++)
    ids.push(
      (
        await context.create(warehouse, {
          warehouseCode: `K${n}`,
          warehouseName: `库${n}`,
          warehouseType: 'area',
          allowNegative: n === 3,
        })
      ).id,
    );
  for (const virtual of ['supplier', 'customer', 'adjust'] as const)
    ids.push(await context.call(storeOfPerson, { virtual }));
  return ids;
});
const [items, serials] = await server.work('as_admin', async (context) => {
  const make = async (n: number, trackMode: 'qty' | 'serial') =>
    (
      await context.create(material, {
        itemCode: `I${n}`,
        itemName: `物料${n}`,
        itmsGrpNam: '组',
        materialType: 'part',
        unit: 'pcs',
        trackMode,
        salePrice: '1',
        costPrice: '1',
      } as Draft<typeof material>)
    ).id;
  return [[await make(1, 'qty'), await make(2, 'qty'), await make(3, 'qty')], [await make(4, 'serial')]];
});

interface Done {
  readonly move: Move;
  readonly moveId: string;
  readonly day?: string;
}
const done: Done[] = [];
const days = ['2026-11-03', '2026-11-12', '2026-11-20', undefined, undefined, undefined, undefined];
let steps = 0;

/** Return random conditions of a move: only that at the source, both, or for serial numbers only that at the target. */
function conditionsOf(isSerial: boolean): Pick<Move, 'materialStatus' | 'toStatus'> {
  const toStatus = pick(['good', 'used', 'defective'] as const);
  const roll = chance();
  if (roll < 0.15) return { materialStatus: pick(['good', 'used'] as const), toStatus };
  if (isSerial && roll < 0.5) return { toStatus };
  return { materialStatus: chance() < 0.1 ? 'used' : 'good' };
}

function freshMove(): Move {
  const isSerial = chance() < 0.25;
  steps += 1;
  return {
    step: `walk:${steps}`,
    lineId: chance() < 0.3 ? String(1 + below(6)) : null,
    materialId: pick(isSerial ? serials : items),
    serialNo: isSerial ? `S${below(5)}` : null,
    // Some moves are invalid: source and target are the same, or the quantity is 0 or negative.
    fromWarehouseId: pick(places),
    toWarehouseId: pick(places),
    qty: isSerial ? '1' : pick(['1', '2.5', '4', '0.125', '7', '0', '-1']),
    unitCost: chance() < 0.4 ? `${1 + below(9)}.${below(10)}` : null,
    ...conditionsOf(isSerial),
  };
}

/** Return random moves: new ones, a reversal (exact or too large), or a repeat. */
function movesOf(): Move[] {
  const roll = chance();
  if (done.length && roll < 0.15) return [pick(done).move];
  if (done.length && roll < 0.3) {
    const { move, moveId } = pick(done);
    steps += 1;
    return [
      {
        ...move,
        step: `walk:${steps}`,
        ...(move.toStatus && { materialStatus: move.toStatus, toStatus: move.materialStatus }),
        fromWarehouseId: move.toWarehouseId,
        toWarehouseId: move.fromWarehouseId,
        reverseOfId: moveId,
      },
    ];
  }
  return Array.from({ length: 1 + below(4) }, freshMove);
}

async function one(): Promise<string> {
  const roll = chance();
  const [moves, day, line, place, item, qty] = [
    movesOf(),
    pick(days),
    String(1 + below(6)),
    pick(places.slice(0, 4)),
    pick(items),
    pick(['1', '3', '6']),
  ];
  try {
    if (roll < 0.08)
      await server.work('as_store', (context) =>
        context.call(reserveStock, [{ billType: 'shipment', lineId: line, warehouseId: place, materialId: item, qty }]),
      );
    else if (roll < 0.14)
      await server.work('as_store', (context) => context.call(releaseStock, { billType: 'shipment', lineIds: [line] }));
    else {
      const posted = await server.work('as_store', (context) =>
        context.call(postStock, { bill: { type: 'shipment', id: '9', no: 'W9' }, moves, postDate: day }),
      );
      done.push(
        ...posted.flatMap((row, at) =>
          row.repeated || moves[at].reverseOfId ? [] : [{ move: moves[at], moveId: row.moveId }],
        ),
      );
    }
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
}

test(`thousands of postings, valid, invalid, repeated and concurrent, preserve every invariant (seed ${SEED})`, async () => {
  const counts = new Map<string, number>();
  for (let round = 0; round < 12; round++) {
    await testEach(
      Array.from({ length: 200 }),
      async () => {
        const answer = await one();
        counts.set(answer, (counts.get(answer) ?? 0) + 1);
      },
      8,
    );
    for (const invariant of stockInvariants)
      expect(
        await server.tables(invariant.sql, ['000000']),
        `round ${round}: ${invariant.code} ${invariant.title[1]}`,
      ).toEqual([]);
  }
  console.log([...counts].map(([reason, count]) => `${reason} ${count}`).join(', '));
  // The walk proves something only if each kind of refusal occurred.
  for (const reason of [
    'done',
    'maintenance.stockShort',
    'maintenance.stockShortThen',
    'maintenance.samePlace',
    'maintenance.quantityNotPositive',
    'maintenance.serialElsewhere',
    'maintenance.reverseTooMuch',
  ])
    expect(counts.get(reason) ?? 0, reason).toBeGreaterThan(0);
}, 240_000);

test('each invariant detects rows that were corrupted by hand', async () => {
  const [row] = await server.tables<{ id: string }>(
    "select id::text as id from asstock where warehouse_id = $1 and serial_no = '' limit 1",
    [places[0]],
  );
  const found = async (code: string): Promise<number> =>
    (await server.tables(stockInvariants.find((one) => one.code === code)!.sql, ['000000'])).length;
  await server.tables('update asstock set on_hand = on_hand + 1, reserved = -1 where id = $1', [row.id]);
  for (const code of ['S1', 'S2', 'S3', 'S4']) expect(await found(code), code).toBeGreaterThan(0);
  await server.tables(
    "update asstock set on_hand = 2 where id = (select id from asstock where serial_no <> '' and on_hand >= 0 limit 1)",
  );
  expect(await found('S5')).toBeGreaterThan(0);
  await server.tables('drop index if exists asstockledger_one_step_key');
  await server.tables('update asstockledger set step_key = (select min(step_key) from asstockledger)');
  expect(await found('S6')).toBe(1);
});
