import { extension } from '#kernel/server';
import { visibleVisit } from '#business/dispatch/visit/visit-calls.server.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { addAnnex } from '../annexes/annexes.server.ts';
import { addImages } from '../annexes/annexes.server.ts';
import { annexTypesOf } from '../annexes/annexes.server.ts';
import { completionOfVisit } from '../completion/read-completion.server.ts';
import { ownDay } from './own-day.server.ts';
import { visitWork } from './visit-work.server.ts';

/** A visit with the work that is written at it. */
export const workOfVisits = extension<typeof visit>(visit, {
  detail: visitWork,
  calls: [
    {
      method: 'GET',
      path: 'ownDay',
      needs: 'view',
      query: [],
      summary: ['技师的一天(含现场所需)', 'A technician’s day with all that is needed at the doors'],
      read: (_asking, reading) => ownDay(reading),
    },
    {
      method: 'GET',
      path: 'getCompleteDetail/{id}',
      needs: 'view',
      summary: ['任务的完工单', 'Completion of a visit'],
      read: async ({ params }, reading) => completionOfVisit(reading, await visibleVisit(reading, params.id)),
    },
    {
      method: 'GET',
      path: 'getAnnexType/{id}',
      needs: 'view',
      summary: ['所需附件分类', 'Required annex classes'],
      read: async ({ params }, reading) => annexTypesOf(reading, await visibleVisit(reading, params.id)),
    },
    {
      method: 'POST',
      path: 'addImg',
      needs: 'arrive',
      summary: ['上传分类照片', 'Add photos of a class'],
      write: async ({ body }, context) => addImages(context, await visibleVisit(context, String(body.id ?? '')), body),
    },
    {
      method: 'POST',
      path: 'addAnnex',
      needs: 'arrive',
      summary: ['上传任务文件', 'Add documents'],
      write: async ({ body }, context) => addAnnex(context, await visibleVisit(context, String(body.id ?? '')), body),
    },
  ],
});
