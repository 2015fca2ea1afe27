import { extension, implement } from '#kernel/server';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { registrationsOfFile } from './registration.calls.ts';
import { registration } from './registration.paper.ts';

const OPEN = `('registered', 'dispatched', 'inService', 'waiting')`;

/** Extends the service file by the number of its open registrations, and a call that lists them. */
export const fileOrders = extension<typeof serviceFile>(serviceFile, {
  computed: {
    openRegistrationCount: `select count(*)::int from asregistrationform r where r.tenant_id = t.tenant_id and r.register_main_id = t.id and r.is_deleted = 0 and r.register_status in ${OPEN}`,
  },
  calls: [
    implement(registrationsOfFile, {
      async read({ id }, reading) {
        const [file] = await reading.visible(serviceFile, { match: { id } }).rows({ first: 1 });
        return file ? reading.visible(registration, { match: { registerMainId: file.id } }).rows({ limit: 200 }) : [];
      },
    }),
  ],
});
