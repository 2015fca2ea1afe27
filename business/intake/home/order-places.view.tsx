import { screenPlace } from '#kernel/web/registry/places.tsx';

/** A place above the detail of an order, for what rooms above know of it. */
export const orderPlace = screenPlace<{ readonly orderId: string }>('detail of an order');
