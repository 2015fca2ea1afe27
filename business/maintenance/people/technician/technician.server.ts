import { behaviour } from '#kernel/server/behaviour.ts';
import { technician } from './technician.paper.ts';

export default behaviour(technician, {
  filters: {
    // In so many days, or in the past already. What is no number finds nothing.
    certificateWithin: `exists (select 1 from jsonb_array_elements(t.skills) s where nullif(s->>'expireDate', '')::date <= $today + substring(trim($) from '^[0-9]{1,4}')::int)`,
    team: 't.customer_service_team = $',
    // A skill whose certificate has run out does not count.
    skillId: `exists (select 1 from jsonb_array_elements(t.skills) s where s->>'skillId' = $ and coalesce(nullif(s->>'expireDate', '')::date, $today) >= $today)`,
  },
});
