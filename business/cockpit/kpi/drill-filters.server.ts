import { type RoomServer, extension } from '#kernel/server';
import { collection } from '#business/billing/collection/collection.paper.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { wageLine } from '#business/piecework/wages/wage-line.paper.ts';
import { slaClock } from '#business/scheduling/sla/sla-clock.paper.ts';
import { ORDER_SYSTEM, ORDER_TEAM } from './drill.rules.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { repairFormFacts } from '#business/intake/repair-form/repair-form-facts.relation.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

const order = (column: string): string =>
  `coalesce((select r.${column} from ${registrationFacts} r where r.tenant_id = t.tenant_id and r.id = t.registration_form_id), '') = any(string_to_array($, ','))`;
const clock = (column: string): string =>
  `coalesce((select r.${column} from ${registrationFacts} r where r.tenant_id = t.tenant_id and t.biz_type = 'registration' and r.id = t.biz_id), (select f.${column} from ${repairFormFacts} f where f.tenant_id = t.tenant_id and t.biz_type = 'repair' and f.id = t.biz_id), '') = any(string_to_array($, ','))`;

const team = registration.fields.customerServiceTeam;
const system = registration.fields.repairType;

const ofOrder = {
  [ORDER_TEAM]: { reads: team, sql: order('customer_service_team') },
  [ORDER_SYSTEM]: { reads: system, sql: order('repair_type') },
};

/** The lists behind the figures are narrowed to the team and the system of the order that their rows belong to. */
export const drillFilters: NonNullable<RoomServer['extensions']> = [
  extension(completion, { filters: ofOrder }),
  extension(visit, { filters: ofOrder }),
  extension(collection, { filters: ofOrder }),
  extension(slaClock, {
    filters: {
      [ORDER_TEAM]: { reads: team, sql: clock('customer_service_team') },
      [ORDER_SYSTEM]: { reads: system, sql: clock('repair_type') },
    },
  }),
  extension(wageLine, {
    filters: {
      [ORDER_TEAM]: {
        reads: technician.fields.customerServiceTeam,
        sql: `coalesce((select p.customer_service_team from ${technicianFacts} p where p.tenant_id = t.tenant_id and p.id = t.technician_id), '') = any(string_to_array($, ','))`,
      },
    },
  }),
];
