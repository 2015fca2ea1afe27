import { mustGet } from '#kernel/language/must.ts';
import { transact } from '#kernel/server/write/transaction.ts';
import { productActor } from '#kernel/server/jobs/outbox.ts';
import { skill } from '#business/masterdata/people/skill.paper.ts';
import { openApp } from '../../server/assemble.ts';
import { type Cost, type Pids, drive } from './drive.ts';
import type { Measured } from './report.ts';

const WRITERS = 16;
const SECONDS = 4;
const TURNS = 5;
const ZONE = 'Asia/Shanghai';
const COMPANY = 'bench00';
/** Maximum ratio of the two costs. Above it, the counter of audit numbers should be split into several. */
const MAX_WAIT = 1.15;

interface Where {
  readonly appUrl: string;
  readonly dataDir: string;
  readonly pids: Pids;
  say(text: string): void;
}

const middle = (costs: readonly Cost[]): Cost => costs.toSorted((a, b) => a.perSecond - b.perSecond)[costs.length >> 1];

/**
 * Compare sixteen concurrent writers of one company with sixteen of different companies. The audit numbers of a company
 * have no gap, so its writers wait for each other. Report the median of five turns.
 */
export async function audit({ appUrl, dataDir, pids, say }: Where): Promise<Measured[]> {
  say('audit: sixteen writers of one company');
  const app = await openApp({ appUrl, dataDir, captcha: false, demo: true, connections: WRITERS });
  const own = { server: process.pid, postmaster: pids.postmaster };
  const companyOf = (writer: number): string => `bench${String(writer).padStart(2, '0')}`;
  const companies = Array.from({ length: WRITERS }, (_, writer) => companyOf(writer));
  const within = <T>(tenantId: string, work: Parameters<typeof app.db.write<T>>[1]): Promise<T> =>
    app.db.write({ tenantId, zone: ZONE }, work);
  const clear = async (): Promise<void> => {
    for (const tenantId of companies)
      await within(tenantId, (sql) => sql.query(`delete from ${skill.table} where tenant_id = $1`, [tenantId]));
  };
  try {
    await clear();
    // Each writer updates a row of its own, so that writers of a company compete only for the audit number.
    const rows = new Map<string, string[]>();
    for (const tenantId of companies) {
      const made = await within(tenantId, (sql) =>
        sql.query<{ id: string }>(
          `insert into ${skill.table} (id, tenant_id, skill_code, skill_name, create_time, update_time) select next_id($1), $2, 'M' || n, '量' || n, now(), now() from generate_series(1, $3) n returning id::text as id`,
          [app.clock.ms(), tenantId, tenantId === COMPANY ? WRITERS : 1],
        ),
      );
      rows.set(
        tenantId,
        made.map(({ id }) => id),
      );
    }
    let turn = 0;
    const write = (tenantId: string, id: string): Promise<unknown> =>
      transact(app, productActor(app, { tenantId, zone: ZONE }, 'bench'), (tx) =>
        tx.change(skill, id, { certificateName: `量${(turn += 1)}` }),
      );
    const together: Cost[] = [];
    const apart: Cost[] = [];
    for (let n = 0; n < TURNS; n++) {
      together.push(
        await drive(
          own,
          WRITERS,
          SECONDS,
          async (writer) => void (await write(COMPANY, mustGet(rows, COMPANY)[writer])),
        ),
      );
      apart.push(
        await drive(own, WRITERS, SECONDS, async (writer) => {
          await write(companies[writer], mustGet(rows, companies[writer])[0]);
        }),
      );
    }
    const [cost, limit] = [middle(together), middle(apart)];
    const wait = limit.perSecond / cost.perSecond;
    return [
      {
        name: `sixteen writers of one company, beside as many of sixteen: ${wait.toFixed(2)} × the time`,
        goal: `≤ ${MAX_WAIT} ×`,
        cost,
        limit,
        met: wait <= MAX_WAIT,
      },
    ];
  } finally {
    await clear();
    await app.close();
  }
}
