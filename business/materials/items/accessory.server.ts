import { behaviour } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { accessory } from './accessory.paper.ts';

export default behaviour<typeof accessory>(accessory, {
  apart: true,
  async saving(_context, { before, values }) {
    const { materialId, acceMaterialId } = { ...before, ...values };
    if (materialId === acceMaterialId) throw refuse.accessoryOfItself();
  },
});
