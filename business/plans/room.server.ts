import { contributing, guestKinds, type RoomServer } from '#kernel/server';
import { schemeFollowers, schemePlanned, schemeSpent } from '#business/contracts/scheme/scheme-followers.server.ts';
import { suppliesFollowers } from '#business/contracts/parts/supplies-followers.server.ts';
import { collectionFollowers } from '#business/billing/collection/collection-followers.server.ts';
import { machineHistory } from '#business/customers/equipment/machine-ties.server.ts';
import { completionFollowers } from '#business/completion/completion/followers/completion-followers.server.ts';
import { orderFollowers } from '#business/intake/registration/followers/order-followers.server.ts';
import { messageLinks } from '#business/messaging/sms/message-links.server.ts';
import { cockpitFigures } from '#business/system/quality/figures/figure.server.ts';
import { overduePlans } from './figures/overdue-plans.figure.ts';
import { planCompletion } from './figures/plan-completion.figure.ts';
import { renewal } from './figures/renewal.figure.ts';
import care from './care/care.server.ts';
import { careTargets } from './care/care-targets.server.ts';
import { plansOfCompletions, plansOfOrders } from './occurrence/follow-orders.server.ts';
import { listenForHomes } from './occurrence/follow-homes.server.ts';
import { plansOfSchemes } from './occurrence/follow-schemes.server.ts';
import { invariants } from './invariants.server.ts';
import planOccurrence, { listenForRemovals } from './occurrence/plan-occurrence.server.ts';
import schemePush from './push/log/scheme-push.server.ts';
import { planTargets } from './push/sources/plan-targets.server.ts';
import { pushTargets } from './push/push-targets.server.ts';
import { renewalTargets } from './push/sources/renewal-targets.server.ts';
import { pushTables } from './push/run/cursor.server.ts';
import { pushesOfParcels } from './push/run/follow-parcels.server.ts';
import { parcelFollowers } from '#business/messaging/parcel-followers.server.ts';
import pushRule from './push/rule/push-rule.server.ts';
import pushSet, { listenForMerges } from './push/setting/push-set.server.ts';
import { remindersOfCollections, remindersOfOrders, remindersOfSupplies } from './remind/follow.server.ts';
import { reminderTargets } from './remind/reminder-targets.server.ts';
import reminder from './remind/reminder.server.ts';
import { planKind, planLinks } from './reply/plan-kind.server.ts';

/** The server side of maintenance plans. */
export default {
  behaviours: [planOccurrence, pushRule, pushSet, schemePush, reminder, care],
  invariants,
  tables: pushTables,
  contributions: [
    contributing(schemeFollowers, [plansOfSchemes]),
    contributing(orderFollowers, [plansOfOrders, remindersOfOrders]),
    contributing(completionFollowers, [plansOfCompletions]),
    contributing(pushTargets, [planTargets, renewalTargets, reminderTargets, careTargets]),
    contributing(parcelFollowers, [pushesOfParcels]),
    contributing(collectionFollowers, [remindersOfCollections]),
    contributing(suppliesFollowers, [remindersOfSupplies]),
    contributing(cockpitFigures, [overduePlans, planCompletion, renewal]),
    contributing(machineHistory, [
      {
        name: 'reminders',
        sql: 'select r.equipment_id from asremind r where r.tenant_id = $1 and r.equipment_id = $2',
      },
    ]),
    contributing(guestKinds, [planKind]),
    contributing(messageLinks, planLinks),
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
    { named: 'push run' },
    'customer',
    'registration',
    'scheme',
    { paper: 'planOccurrence', under: ['schemeId'] },
    'once asregistrationscheme ',
    { named: 'plans generate' },
    'collection',
    { paper: 'reminder' },
    { paper: 'care' },
    { paper: 'pushSet' },
    { named: 'once aspushset ' },
    { paper: 'pushRule' },
    { paper: 'schemePush', under: ['planId', 'schemeId'] },
    'message to ',
  ],
  startWork(app) {
    listenForMerges(app);
    listenForHomes(app);
    listenForRemovals(app);
  },
} satisfies RoomServer;
