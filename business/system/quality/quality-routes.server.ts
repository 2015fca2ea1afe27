import { decide } from '#kernel/language/permission.ts';
import { type App, http as refuse, implementRoute, type Route, transact } from '#kernel/server';
import { checkInvariants } from './check-invariants.server.ts';
import { invariant } from './invariant.paper.ts';
import { checkData } from './quality.calls.ts';

const JOB = 'checkInvariants';

/** Define the check of all invariants as a job, and schedule it every night for each company. */
export function startQuality(app: App): void {
  app.jobs.define(JOB, ({ actor, progress }) =>
    checkInvariants(app.invariants, { step: (work) => transact(app, actor, work) }, progress),
  );
  app.jobs.scheduleForCompanies('invariants', '0 4 * * *', async (steps) => {
    await checkInvariants(app.invariants, steps);
  });
}

/** The route that checks all invariants on demand, as a job. */
export const qualityRoutes = (): Route[] => [
  implementRoute(checkData, async (_asked, { app, actor }) => {
    if (!decide(actor.person, invariant, 'check').allow) throw refuse.forbidden();
    return {
      job: await transact(app, actor, (tx) =>
        app.jobs
          .ask(tx, { kind: JOB, title: actor.language === 'en' ? 'Data quality' : '数据质量检查', asked: {} })
          .then((id) => {
            tx.session.hasEnqueuedJob = true;
            return id;
          }),
      ),
    };
  }),
];
