import { consentPlace } from '#business/completion/finish/finish-places.view.tsx';
import { orderPlace } from '#business/intake/home/order-places.view.tsx';
import { fills } from '#kernel/web/registry/places.tsx';
import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** Parts of this room on screens of lower rooms. Each is loaded when it is shown. */
export default {
  places: [
    fills(orderPlace, () => import('./links/order-links.view.tsx')),
    fills(consentPlace, () => import('./phone/ask-consent.view.tsx')),
  ],
} satisfies RoomScreens;
