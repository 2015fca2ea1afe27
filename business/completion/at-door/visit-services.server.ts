import { answering, serving } from '#kernel/server';
import {
  assertShown,
  photosShown,
  returnWork,
  submitWork,
  visitsChecked,
  visitsRedone,
  workHandedIn,
} from '#business/dispatch/visit/visit-work.service.ts';
import { assertAnnexes } from '../annexes/annexes.server.ts';
import { completionAnnex } from '../annexes/completion-annex.paper.ts';
import { sentBack } from '../completion/back-confirm.server.ts';
import { completion } from '../completion/completion.paper.ts';
import { submitForVisit } from '../completion/submit-for-visit.server.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';

/** Implementations of the services that dispatch calls about the completions of visits. */
export const workServices = [
  serving(submitWork, (context, { visitId, result, at }) => submitForVisit(context, visitId, result, at)),
  serving(returnWork, (context, { visitId, reason }) => sentBack(context, visitId, reason)),
  serving(assertShown, (context, given) => assertAnnexes(context, given.visit)),
  answering(photosShown, async (reading, { visitId }) => {
    const [there] = await reading.sql.query<{ n: number }>(
      `select count(*)::int as n from ${completionAnnex.table} where tenant_id = $1 and dispatch_list_id = $2 and is_deleted = 0`,
      [reading.tenantId, visitId],
    );
    return there.n;
  }),
  answering(visitsRedone, async (reading, { dispId }) =>
    (
      await reading.sql.query<{ id: string }>(
        `select v.id::text as id from ${visitFacts} v join ${completion.table} c on c.id = v.completion_id
        where v.tenant_id = $1 and v.disp_id = $2 and v.is_deleted = 0 and c.complete_status = 'redone'`,
        [reading.tenantId, dispId],
      )
    ).map((one) => one.id),
  ),
  answering(workHandedIn, async (reading, { dispId }) => {
    const [done] = await reading.sql.query<{ no: string }>(
      `select completion_no as no from ${completion.table} where tenant_id = $1 and disp_id = $2 and is_deleted = 0 and complete_status in ('submitted', 'refill', 'confirmed') limit 1`,
      [reading.tenantId, dispId],
    );
    return done?.no ?? null;
  }),
  answering(visitsChecked, async (reading, { visitIds }) =>
    (
      await reading.sql.query<{ id: string }>(
        `select distinct dispatch_list_id::text as id from ${completion.table} where tenant_id = $1 and dispatch_list_id = any($2::bigint[]) and is_deleted = 0 and complete_status in ('confirmed', 'redone')`,
        [reading.tenantId, visitIds],
      )
    ).map((one) => one.id),
  ),
];
