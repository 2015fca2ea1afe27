import type { QueuedStep } from '#kernel/web/http/offline/outbox.ts';
import { screenPlace } from '#kernel/web/registry/places.tsx';

/** Work of other rooms while the technician's day is open, such as reading what is needed without a network. */
export const dayWorkPlace = screenPlace<object>('work of the day');

/** Sections above the contents of the van. `vanId`: id of the element with these contents. */
export const bagPlace = screenPlace<{ readonly vanId: string }>('goods of the day');

/** Buttons of other rooms at a step that the server refused, such as one that opens what was written. */
export const refusedStepPlace = screenPlace<{ readonly step: QueuedStep }>('refused step of the day');
