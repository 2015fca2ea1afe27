import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { cutPower, end, gone, startServer } from '#kernel/testing/power-cut.ts';
import { invariants } from '../../assemble.ts';
import {
  type CrashCase,
  type CrashCompany,
  ENDS,
  PARTS,
  STEPS,
  WHOLE,
  begun,
  found,
  loginAgain,
  take,
} from '../crash-company.ts';

/** Number of kills of everything; twenty in the acceptance run. */
const ROUNDS = Number(process.env.ANJU_CRASH_ROUNDS ?? 1);
/** Number of acknowledged steps before the kill: by then every technician has finished one case. */
const ENOUGH = 70;

/** Take the steps of one technician's cases until a call fails because the server is gone. */
async function work(
  company: CrashCompany,
  { man, cases, onStep }: { man: CrashCompany['men'][number]; cases: CrashCase[]; onStep(): void },
): Promise<void> {
  for (;;) {
    const last = cases.findLast((one) => one.man === man);
    const open = last && last.step < WHOLE ? last : begun(man, cases.length);
    if (open !== last) cases.push(open);
    try {
      await take(company, open);
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
    onStep();
  }
}

/** Assert that every acknowledged step is stored once, and that no invariant is violated. */
async function look(ownerUrl: string, company: CrashCompany, cases: readonly CrashCase[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const rows = async (text: string): Promise<Record<string, string>[]> => (await client.query(text)).rows;
    const states = async (table: string, field: string): Promise<Map<string, string>> =>
      new Map((await rows(`select id::text as id, ${field} as state from ${table}`)).map((row) => [row.id, row.state]));
    const [visits, completions] = [
      await states('dispatchlist', 'task_status'),
      await states('ascompletionregistration', 'complete_status'),
    ];
    const stands = cases.map((one) => [visits.get(one.ids.visit) ?? '', completions.get(one.ids.completion) ?? '']);
    expect(stands).toEqual(
      cases.map((one) => (one.step ? [STEPS[one.step - 1].visit, STEPS[one.step - 1].completion] : ['', ''])),
    );

    const count = async (what: string): Promise<number> =>
      Number((await rows(`select count(*) as n from ${what}`))[0].n);
    const behind = (step: number): number => cases.filter((one) => one.step >= step).length;
    const alive = 'is_deleted = 0';
    expect({
      forms: await count(`asrepairform where ${alive}`),
      orders: await count(`asregistrationform where ${alive}`),
      visits: await count(`dispatchlist where ${alive}`),
      completions: await count(`ascompletionregistration where ${alive}`),
      rows: await count(`ascollectdetaileds where ${alive}`),
      takenOver: await count(`ascollectdetaileds where transmit_status = 'transmitted' and ${alive}`),
      approved: await count(`ascollectdetaileds where approval_status = 'approved' and ${alive}`),
      used: await count("asstockledger where bill_type = 'consume'"),
      pieces: await count(`aspiecework where ${alive}`),
    }).toEqual({
      forms: behind(1),
      orders: behind(1),
      visits: behind(2),
      completions: behind(ENDS + 1),
      rows: 2 * behind(ENDS + 1),
      takenOver: 2 * behind(WHOLE - 1),
      approved: 2 * behind(WHOLE),
      used: behind(ENDS + 1),
      pieces: behind(WHOLE - 2),
    });
    // The stock of a van must be its initial stock less one part for each finished visit of its technician.
    const left = new Map(
      (await rows('select warehouse_id::text as van, on_hand::int::text as n from asstock')).map((row) => [
        row.van,
        Number(row.n),
      ]),
    );
    expect(company.men.map((man) => left.get(man.van))).toEqual(
      company.men.map((man) => PARTS - cases.filter((one) => one.man === man && one.step > ENDS).length),
    );
    for (const one of invariants) {
      const broken = (
        await client.query(`select * from (${one.sql}) b where $2::timestamptz is not null limit 3`, [
          '000000',
          new Date(),
        ])
      ).rows;
      expect(broken, `${one.code} ${one.title[0]}`).toEqual([]);
    }
    // All events of the outbox are delivered in the end.
    await expect
      .poll(
        async () =>
          Number((await rows('select count(*) as n from anju_outbox where done is null and dead is null'))[0].n),
        { timeout: 30_000 },
      )
      .toBe(0);
  } finally {
    await client.end();
  }
}

/** Clock-driven jobs continue: a visit that was not accepted in time returns to the pool within minutes. */
async function clocksGoOn(ownerUrl: string, company: CrashCompany, cases: readonly CrashCase[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const unheard = begun(company.men[0], cases.length);
    for (const _ of ['report', 'send']) await take(company, unheard);
    await client.query("update dispatchlist set accept_due = now() - interval '1 hour' where id = $1", [
      unheard.ids.visit,
    ]);
    await expect
      .poll(
        async () =>
          (await client.query('select task_status as state from dispatchlist where id = $1', [unheard.ids.visit]))
            .rows[0].state,
        { timeout: 150_000, interval: 2000 },
      )
      .toBe('recalled');
  } finally {
    await client.end();
  }
}

test(
  `派工、领用、收款、完工、确认途中断电 ${ROUNDS} 次：确认过的步骤都在，且只有一份 a power failure during visits, parts, money and checks loses no acknowledged step and doubles none`,
  { timeout: 90_000 + ROUNDS * 40_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'anju-crash-chain-'));
    const cases: CrashCase[] = [];
    let running = await startServer(dataDir);
    try {
      const company = await found(running.base);
      for (let round = 0; round < ROUNDS; round++) {
        const struck = running;
        let acknowledged = 0;
        const onStep = (): void => {
          acknowledged += 1;
          if (acknowledged === ENOUGH) cutPower(struck);
        };
        await Promise.all(company.men.map((man) => work(company, { man, cases, onStep })));
        await gone(struck.server);
        running = await startServer(dataDir);
        await loginAgain(company, running.base);
        // Repeat steps without an answer, with the same idempotency key.
        for (const one of cases.filter((each) => each.step < WHOLE && each.keys[each.step])) await take(company, one);
        await look(running.database.ownerUrl, company, cases);
      }
      expect(cases.filter((one) => one.step === WHOLE).length).toBeGreaterThan(0);
      if (ROUNDS > 1) await clocksGoOn(running.database.ownerUrl, company, cases);
    } finally {
      await end(running);
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
