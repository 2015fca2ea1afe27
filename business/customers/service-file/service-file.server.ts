import { behaviour } from '#kernel/server/behaviour.ts';
import { refuse } from '../refusals.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { idFrom, visibleRows } from '#business/masterdata/people/visible-rows.server.ts';
import { serviceFile } from './service-file.paper.ts';

const OPEN = `('registered', 'dispatched', 'inService', 'waiting')`;

export default behaviour(serviceFile, {
  computed: {
    weibao: `case when t.warranty_end_date >= $today then 'warranty' else 'none' end`,
    openRegistrationCount: `select count(*)::int from asregistrationform r where r.tenant_id = t.tenant_id and r.register_main_id = t.id and r.is_deleted = 0 and r.register_status in ${OPEN}`,
  },
  calls: [
    {
      method: 'GET',
      path: 'registerRecord',
      needs: 'view',
      query: ['id'],
      summary: ['档案的登记单', 'Registrations of a service file'],
      async read({ query }, reading) {
        if (!query.id) throw refuse.idMissing();
        const [file] = await visibleRows(reading, serviceFile, { match: { id: idFrom(query.id) }, limit: 1 });
        if (!file) return [];
        return visibleRows(reading, registration, { match: { registerMainId: file.id }, limit: 200 });
      },
    },
  ],
});
