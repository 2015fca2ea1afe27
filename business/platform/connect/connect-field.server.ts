import { behaviour } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { connectField } from './connect-field.paper.ts';

export default behaviour<typeof connectField>(connectField, {
  async saving(_context, { before, values }) {
    const { startBit, endBit } = { ...before, ...values };
    // From the front and from the end cannot be compared without a frame.
    if (
      typeof startBit === 'number' &&
      typeof endBit === 'number' &&
      Math.sign(startBit + 0.5) === Math.sign(endBit + 0.5) &&
      endBit < startBit
    )
      throw refuse.fieldRange();
  },
});
