import { behaviour } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { modelRelation } from './model-relation.paper.ts';

/** A new relation must name a thing model. Relations from earlier versions may lack one. */
export default behaviour<typeof modelRelation>(modelRelation, {
  apart: true,
  saving: (_context, { before, values }) => {
    if (before || values.thingModelId) return Promise.resolve();
    const refusal = refuse.relationWithoutModel();
    throw refuse.relationWithoutModel({ fields: [{ field: 'thingModelId', words: refusal.words }] });
  },
});
