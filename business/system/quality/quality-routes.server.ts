import { decide } from '#kernel/language/permission.ts';
import type { House } from '#kernel/server/app.ts';
import type { Route } from '#kernel/server/http/route.ts';
import { forEveryCompany } from '#kernel/server/jobs/behaviour-jobs.ts';
import { http as refuse } from '#kernel/server/refusals.ts';
import { transact } from '#kernel/server/write/transaction.ts';
import { checkInvariants } from './check-invariants.server.ts';
import { invariant } from './invariant.paper.ts';

const JOB = 'checkInvariants';

/** Every night, and whenever somebody who answers for the data asks. */
export function startQuality(house: House): void {
  house.jobs.define(JOB, ({ actor, progress }) =>
    checkInvariants(house.invariants, { step: (work) => transact(house, actor, work) }, progress),
  );
  house.jobs.schedule('invariants', '0 4 * * *', () =>
    forEveryCompany(house, 'invariants', async (steps) => {
      await checkInvariants(house.invariants, steps);
    }),
  );
}

/** The check on demand. */
export const qualityRoutes = (): Route[] => [
  {
    method: 'POST',
    path: `${invariant.path}/check`,
    needs: 'check',
    paper: invariant,
    summary: ['立即检查数据质量', 'Check data quality now'],
    async work({ house, actor }) {
      if (!decide(actor.person, invariant, 'check').allow) throw refuse.forbidden();
      return {
        job: await transact(house, actor, (tx) =>
          house.jobs
            .ask(tx, { kind: JOB, title: actor.language === 'en' ? 'Data quality' : '数据质量检查', asked: {} })
            .then((id) => {
              tx.hasAsked = true;
              return id;
            }),
        ),
      };
    },
  },
];
