import { behaviour } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { goLiveOrTell } from './live/live.server.ts';
import { connectField } from './connect-field.paper.ts';

export default behaviour<typeof connectField>(connectField, {
  async saving(_context, { before, values }) {
    const { startBit, endBit } = { ...before, ...values };
    // Compare only positions that both count from the front or both from the end; the length of the frame is unknown.
    if (
      typeof startBit === 'number' &&
      typeof endBit === 'number' &&
      Math.sign(startBit + 0.5) === Math.sign(endBit + 0.5) &&
      endBit < startBit
    )
      throw refuse.fieldRange();
  },
  saved: (context, { row }) => goLiveOrTell(context, row.keyId),
  async leaving(context, rows) {
    const without = new Set(rows.map(({ id }) => id));
    for (const keyId of new Set(rows.map((row) => row.keyId))) await goLiveOrTell(context, keyId, without);
  },
});
