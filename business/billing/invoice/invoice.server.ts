import { behaviour } from '#kernel/server';
import { collection } from '../collection/collection.paper.ts';
import { invoice } from './invoice.paper.ts';

/** An invoice shows the rows it is spread over. */
export default behaviour<typeof invoice>(invoice, {
  detail: async (reading, row) => ({
    collects: (await reading.visible(collection).page({ invoiceId: row.id, size: '1000', ascs: 'collectNo' })).records,
  }),
});
