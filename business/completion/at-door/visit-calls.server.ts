import { workParts } from './own-day.calls.ts';
import { extension, implement } from '#kernel/server';
import { visibleVisit } from '#business/dispatch/visit/visit-calls.server.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { addDocuments, addPhotos } from '../annexes/annexes.calls.ts';
import { addAnnex, addImagesOf, annexTypesOf } from '../annexes/annexes.server.ts';
import { completionOfVisit } from '../completion/read-completion.server.ts';
import { annexTypesOfVisit, completionOfOneVisit } from './at-door.calls.ts';
import { readOwnDay } from './own-day.calls.ts';
import { ownDay } from './own-day.server.ts';
import { visitWork } from './visit-work.server.ts';

/** Adds the completion and its requirements to the detail of a visit. */
export const workOfVisits = extension<typeof visit>(visit, {
  detail: visitWork,
  detailParts: workParts,
  calls: [
    implement(readOwnDay, { read: (_asked, reading) => ownDay(reading) }),
    implement(completionOfOneVisit, {
      read: async ({ id }, reading) => completionOfVisit(reading, await visibleVisit(reading, id)),
    }),
    implement(annexTypesOfVisit, {
      read: async ({ id }, reading) => annexTypesOf(reading, await visibleVisit(reading, id)),
    }),
    implement(addPhotos, {
      write: async (given, context) => addImagesOf(context, await visibleVisit(context, given.id), given),
    }),
    implement(addDocuments, {
      write: async (given, context) => addAnnex(context, await visibleVisit(context, given.id), given),
    }),
  ],
});
