import type { RoomSeed } from '#business/system/seed/demo-world.seed.ts';
import { seedDailyAlarms } from './seed/daily-alarms.seed.ts';
import { seedFaultParts } from './seed/fault-parts.seed.ts';
import { seedHomesWithDevices } from './seed/homes.seed.ts';
import { seedPastAlarms } from './seed/past-alarms.seed.ts';
import { seedPeople } from './seed/people.seed.ts';

/** Seeds homes with devices and members, feedback, devices without a home, and alarms. */
export default {
  async after(world) {
    await world.as('as_operator', world.now, async (context) => {
      context.takesLong();
      await seedFaultParts(context);
      await seedPeople(world, context, await seedHomesWithDevices(world, context));
    });
    await seedPastAlarms(world);
  },
  counted: seedDailyAlarms,
} satisfies RoomSeed;
