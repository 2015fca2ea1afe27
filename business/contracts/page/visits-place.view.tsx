import { screenPlace } from '#kernel/web/registry/places.tsx';

/** The place in the middle of the page of a contract, for its planned visits. It is empty until a room fills it. */
export const schemeVisitsPlace = screenPlace<{ readonly schemeId: string }>('scheme.visits');
