import { behaviour, implement } from '#kernel/server';
import { roomChoices } from './address.calls.ts';
import { homeRoom } from './home-room.paper.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';

/** Upper bound for the number of rooms of a dwelling. */
const MAX_ROOMS = 200;

export default behaviour<typeof homeRoom>(homeRoom, {
  computed: {
    deviceCount: `(select count(*)::int from ${deviceFacts} d where d.tenant_id = t.tenant_id and d.room_id = t.id and d.is_deleted = 0)`,
  },
  calls: [
    implement(roomChoices, {
      read: async ({ roomAddressId }, reading) =>
        (
          await reading
            .visible(homeRoom, { match: { roomAddressId } })
            .rows({ order: 't.sort, t.id', limit: MAX_ROOMS })
        ).map((row) => ({
          id: row.id,
          name: String(row.name),
          roomType: String(row.roomType),
        })),
    }),
  ],
});
