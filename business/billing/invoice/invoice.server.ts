import { list, of } from '#kernel/language/calls/shape.ts';
import { behaviour } from '#kernel/server';
import { collection } from '../collection/collection.paper.ts';
import { invoice } from './invoice.paper.ts';

/** Add the rows of an invoice to its detail. */
export default behaviour<typeof invoice>(invoice, {
  detailParts: { collects: list(of(collection)) },
  detail: async (reading, row) => ({
    collects: (await reading.visible(collection).page({ invoiceId: row.id, size: '1000', ascs: 'collectNo' })).records,
  }),
});
