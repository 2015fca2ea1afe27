import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** Changes to the standard screens of this room, by name of the paper; each is loaded when it is opened. */
export default {
  papers: {
    customer: () => import('./customer/customer.screen.tsx'),
    serviceFile: () => import('./service-file/service-file.screen.tsx'),
    equipment: () => import('./equipment/equipment.screen.tsx'),
  },
} satisfies RoomScreens;
