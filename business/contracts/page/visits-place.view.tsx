import { screenPlace } from '#kernel/web/registry/places.tsx';

/** The place in the middle of the page of a contract, for its planned visits. It is empty until a room fills it. */
export const schemeVisitsPlace = screenPlace<{ readonly schemeId: string }>('scheme.visits');

/** The place on the bar of the term, for the marks of planned visits. */
export const schemeTermPlace = screenPlace<{ readonly schemeId: string; readonly from: string; readonly to: string }>(
  'scheme.term',
);

/** The place among the buttons of the page, for the next step of the nearest planned visit. */
export const schemeStepPlace = screenPlace<{ readonly schemeId: string; readonly isActive: boolean }>('scheme.step');
