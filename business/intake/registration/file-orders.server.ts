import { extension } from '#kernel/server';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { idFrom } from '#kernel/fields/ref/ref.ts';
import { refuse } from '#business/customers/refusals.ts';
import { registration } from './registration.paper.ts';

const OPEN = `('registered', 'dispatched', 'inService', 'waiting')`;

/** A service file shows its registrations and counts those that are open. */
export const fileOrders = extension<typeof serviceFile>(serviceFile, {
  computed: {
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
        const [file] = await reading.visible(serviceFile, { match: { id: idFrom(query.id) }, limit: 1 });
        if (!file) return [];
        return reading.visible(registration, { match: { registerMainId: file.id }, limit: 200 });
      },
    },
  ],
});
