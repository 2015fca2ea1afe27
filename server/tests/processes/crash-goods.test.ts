import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { type CrashableServer, cutPower, end, gone, logInOverHttp, startServer } from '#kernel/testing/power-cut.ts';
import { invariants } from '../../assemble.ts';
import { type CrashAccount, type Man, hired, post, technicianWithVan } from '../crash-company.ts';
import { type GoodsAct, type GoodsSite, chosenAct, stocked } from './crash-goods-acts.ts';

/** Number of kills, and of answered acts in all: twenty and 2,000 in the acceptance run. */
const ROUNDS = Number(process.env.ANJU_CRASH_ROUNDS ?? 1);
const ACTS = Number(process.env.ANJU_CRASH_ACTS ?? 240);
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
/** Most acts until each call was done, as a multiple of the usual number. */
const MAX_LENGTH = 4;

/** A sent act: one without an answer is repeated with the same key. */
interface Sent extends GoodsAct {
  readonly key: string;
  status: number;
}

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

/** Act until enough acts are answered, or the server is gone. */
async function walk(site: GoodsSite, who: CrashAccount, sent: Sent[], isEnough: () => boolean): Promise<void> {
  try {
    while (!isEnough()) {
      const act = { ...(await chosenAct(site, who)), key: randomUUID(), status: 0 };
      // A written document carries its key, so that a second one would show.
      if ('lines' in act.body) act.body.remark = act.key;
      sent.push(act);
      act.status = (await post(site.base, act.who.token, act.path, act.body, act.key)).status;
    }
  } catch {
    // The server was killed.
  }
}

/** Return the calls that no act has done yet. */
const undone = (sent: readonly Sent[]): string[] =>
  WAYS.filter((way) => !sent.some((one) => one.status === 200 && one.path.endsWith(way)));

/**
 * Cut the power while everybody acts, start again, and repeat what has no answer. A round goes on until each call was
 * done.
 */
async function round(
  running: CrashableServer,
  site: GoodsSite,
  sent: Sent[],
  dataDir: string,
): Promise<CrashableServer> {
  const people = [...site.keepers, site.judge, ...site.men];
  const answered = (): number => sent.filter((one) => one.status).length;
  const [before, acts] = [answered(), Math.ceil(ACTS / ROUNDS)];
  const isEnough = (): boolean => {
    const count = answered() - before;
    const isDone = count >= acts && (undone(sent).length === 0 || count >= acts * MAX_LENGTH);
    if (isDone && running.server.exitCode === null && running.server.signalCode === null) cutPower(running);
    return isDone;
  };
  await Promise.all(people.map((who) => walk(site, who, sent, isEnough)));
  await gone(running.server);
  const next = await startServer(dataDir);
  site.base = next.base;
  for (const who of people) who.token = await logInOverHttp(next.base, who.account, who.password);
  for (const act of sent.filter((one) => !one.status))
    act.status = (await post(next.base, act.who.token, act.path, act.body, act.key)).status;
  return next;
}

/** Return the broken rows of the invariants, and the documents that are missing or doubled. */
async function audited(ownerUrl: string, sent: readonly Sent[]): Promise<{ broken: unknown[]; wrong: string[] }> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const broken: unknown[] = [];
    for (const { code, sql } of invariants.filter((one) => CHECKED.has(one.code)))
      broken.push(
        ...(
          await client.query(`select '${code}' as code, x.* from (${sql}) x where $2::timestamptz is not null`, [
            '000000',
            new Date().toISOString(),
          ])
        ).rows,
      );
    const { rows } = await client.query<{ key: string; n: number }>(
      `select remark as key, count(*)::int as n from (select remark from asmaterialapply union all select remark from asreturnedmaterials union all select remark from astoolapply) x
      where remark is not null group by 1`,
    );
    const stored = new Map(rows.map(({ key, n }) => [key, n]));
    const wrong = sent
      .filter(({ body, status, key }) => body.remark && (stored.get(key) ?? 0) !== (status === 200 ? 1 : 0))
      .map(({ key }) => key);
    return { broken, wrong };
  } finally {
    await client.end();
  }
}

test(
  'after kills of server and database among the acts of eight people, goods, returns, tools and stock agree',
  { timeout: 90_000 + ROUNDS * 40_000 + ACTS * 100 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'anju-goods-'));
    let running = await startServer(dataDir);
    try {
      const site = await founded(running.base);
      const sent: Sent[] = [];
      for (let n = 0; n < ROUNDS; n++) running = await round(running, site, sent, dataDir);
      expect(await audited(running.database.ownerUrl, sent)).toEqual({ broken: [], wrong: [] });
      expect(sent.filter((one) => one.status === 0 || one.status >= 500)).toEqual([]);
      expect(undone(sent)).toEqual([]);
    } finally {
      await end(running);
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
