import { contributing, type RoomServer } from '#kernel/server';
import { schemeFollowers, schemePlanned, schemeSpent } from '#business/contracts/scheme/scheme-followers.server.ts';
import { completionFollowers } from '#business/completion/completion/followers/completion-followers.server.ts';
import { orderFollowers } from '#business/intake/registration/followers/order-followers.server.ts';
import { plansOfCompletions, plansOfOrders } from './occurrence/follow-orders.server.ts';
import { plansOfSchemes } from './occurrence/follow-schemes.server.ts';
import { invariants } from './invariants.server.ts';
import planOccurrence from './occurrence/plan-occurrence.server.ts';

/** The server side of maintenance plans. */
export default {
  behaviours: [planOccurrence],
  invariants,
  contributions: [
    contributing(schemeFollowers, [plansOfSchemes]),
    contributing(orderFollowers, [plansOfOrders]),
    contributing(completionFollowers, [plansOfCompletions]),
    contributing(schemeSpent, [
      {
        name: 'skipped',
        sql: "select p.scheme_id, 1 as times from asmaintain p where p.tenant_id = $1 and p.is_deleted = 0 and p.plan_status = 'skipped' and p.consumed",
      },
    ]),
    contributing(schemePlanned, [
      {
        name: 'planned',
        sql: "select p.scheme_id from asmaintain p where p.tenant_id = $1 and p.is_deleted = 0 and p.plan_status in ('booked', 'dispatched')",
      },
    ]),
  ],
  locks: [
    'registration',
    'scheme',
    { paper: 'planOccurrence', under: ['schemeId'] },
    'once asregistrationscheme ',
    { named: 'plans generate' },
    'message to ',
  ],
} satisfies RoomServer;
