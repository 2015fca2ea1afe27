import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { inBoth, labelIn } from '#kernel/language/label.ts';
import { sendNotice } from '#kernel/language/rooms/notice.ts';
import { decide } from '#kernel/language/permission.ts';
import {
  type App,
  clearAudit,
  everyCompany,
  http as refuse,
  jobFacts,
  type JobWork,
  nowOf,
  productActor,
  implementRoute,
  type Route,
  type RouteAsking,
  sealAll,
  transact,
  type Verified,
  verifyAudit,
} from '#kernel/server';
import { sendHeads } from './audit-heads.server.ts';
import { findingWords } from './audit-words.server.ts';
import { type verifyOwnAudit, verifications } from './logs.calls.ts';
import { logUsual } from './log-usual.paper.ts';

const PLATFORM = '000000';
const JOB = 'verifyAudit';
const YEAR_MS = 365.25 * 86_400_000;

/** Delete entries that are older than each company retains. The chain still shows that they existed. */
async function clearOld(app: App): Promise<void> {
  for (const tenantId of await everyCompany(app)) {
    const years = Number.parseInt(await app.ports.parameter(tenantId, 'log.audit.keepYears'), 10) || 0;
    if (years > 0) await clearAudit(app, tenantId, app.clock.ms() - Math.max(1, years) * YEAR_MS);
  }
}

/** Notify the platform’s administrators of findings, once a day. */
async function tellAdministrators(app: App, { findings }: Verified): Promise<void> {
  const tenancy = await app.ports.tenancy(PLATFORM);
  if (!tenancy) return;
  await transact(app, productActor(app, tenancy, 'audit check'), async (context) => {
    const words = findings.slice(0, 5).map(findingWords);
    await context.call(sendNotice, {
      to: [],
      roles: ['administrator'],
      kind: 'system',
      title: [
        `审计链核对发现 ${findings.length} 处异常`,
        `The audit does not agree in ${findings.length} ${findings.length === 1 ? 'place' : 'places'}`,
      ],
      content: [words.map(([zh]) => zh).join('；'), words.map(([, en]) => en).join('; ')],
      about: { paper: logUsual.name, id: '', caption: '' },
      again: `audit#${context.today()}`,
    });
  });
}

/** Every night: seal new entries, delete those that are too old, and verify that all others are unchanged. */
export async function checkAudit(app: App): Promise<Verified> {
  await sealAll(app);
  await clearOld(app);
  const found = await verifyAudit(app);
  if (found.findings.length) await tellAdministrators(app, found);
  return found;
}

/** Seal new entries, and send the newest seal of each chain to the configured server. */
export async function sealAndSend(app: App): Promise<void> {
  await sealAll(app);
  await sendHeads(app);
}

interface Told {
  readonly entries: number;
  readonly waiting: number;
  readonly at: string;
  /** Findings in both languages, since the job does not know the language of its reader. */
  readonly findings: readonly string[];
}

/** Verify the logs of the caller's company. */
const verifyJob: JobWork = async ({ app, actor }): Promise<Record<string, unknown>> => {
  const { entries, waiting, findings } = await verifyAudit(app, actor.tenancy.tenantId);
  const answer: Told = {
    entries,
    waiting,
    at: nowOf(app.clock, actor.tenancy).slice(0, 19),
    findings: findings.map((one) => inBoth(findingWords(one))),
  };
  return { ...answer };
};

export function watchAudit(app: App): void {
  app.jobs.define(JOB, verifyJob);
  app.jobs.schedule('seal', '* * * * *', sealAndSend);
  app.jobs.schedule('audit.check', '10 4 * * *', async (of) => {
    await checkAudit(of);
  });
}

/** Start a job that verifies the logs of the administrator's company; a second request returns the running job. */
async function verifyOwn({ app, actor }: RouteAsking): Promise<CallAnswer<typeof verifyOwnAudit>> {
  if (!decide(actor.person, logUsual, 'view').allow) throw refuse.forbidden();
  return transact(app, actor, async (tx) => {
    const [running] = await tx.sql.query<{ id: string }>(
      `select id::text as id from ${jobFacts} where tenant_id = $1 and person_id = $2 and kind = $3 and state in ('waiting', 'running') order by id desc limit 1`,
      [tx.tenantId, tx.person.id, JOB],
    );
    if (running) return { job: running.id };
    tx.session.hasEnqueuedJob = true;
    return {
      job: await app.jobs.ask(tx, {
        kind: JOB,
        title: labelIn(['核对审计链', 'Verify the audit'], actor.language),
        asked: {},
      }),
    };
  });
}

export const auditRoutes = (): Route[] =>
  verifications.map((one) => implementRoute(one, (_asked, asking) => verifyOwn(asking), { harmless: 'expired' }));
