import { expect, test } from 'vitest';
import { logInOverHttp } from '#kernel/testing/power-cut.ts';
import { type Man, hired, technicianWithVan } from '../crash-company.ts';
import { type GoodsSite, goodsAct, stocked } from './walks/crash-goods-acts.ts';
import { WALK_MS, walked } from './walks/crash-walk.ts';

/** Invariants of stock, requests, shipments, returns and tools. */
const CHECKED = new Set(['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7', 'S8', 'S10', 'S12', 'T1', 'T2', 'T3']);

/** Calls that the walk must have done. */
const WAYS = [
  'asmaterialapply/submit',
  'publish',
  'sendOutApproval',
  'shipments/sendOutTransmit',
  'asreturnedmaterials/submit',
  'sendOutExamine',
  'asreturnedmaterials/sendOutTransmit',
  'astoolapply/update',
];
/** The documents that carry the key of their act. */
const MARKED = { asmaterialapply: 'remark', asreturnedmaterials: 'remark', astoolapply: 'remark' };

async function founded(base: string): Promise<GoodsSite> {
  const token = await logInOverHttp(base);
  const keeping = ['as_store'];
  const keepers = [
    await hired(base, token, 'keeper1', '仓管一', keeping),
    await hired(base, token, 'keeper2', '仓管二', keeping),
  ];
  const judge = await hired(base, token, 'judge', '经理', ['as_manager', 'as_store_lead', 'as_leader']);
  const men: Man[] = [];
  for (let n = 0; n < 5; n++) men.push(await technicianWithVan(base, token, n));
  const people = { base, keepers, judge, men };
  return { ...people, ...(await stocked(people, token)) };
}

test(
  'after kills of server and database among the acts of eight people, goods, returns, tools and stock agree',
  { timeout: WALK_MS },
  async () => {
    const outcome = await walked<GoodsSite>({
      ways: WAYS,
      invariants: CHECKED,
      marked: MARKED,
      found: founded,
      people: ({ keepers, judge, men }) => [...keepers, judge, ...men],
      choose: goodsAct,
      mark({ body }, key) {
        if ('lines' in body) body.remark = key;
      },
    });
    expect(outcome).toEqual({ broken: [], wrong: [], failed: [], undone: [] });
  },
);
