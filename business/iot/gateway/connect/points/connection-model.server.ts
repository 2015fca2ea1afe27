import { behaviour, implement } from '#kernel/server';
import { connectionModel } from './connection-model.paper.ts';
import { connectionPoint } from './connection-point.paper.ts';
import { assertFits } from './connection-point.server.ts';
import { pointReads } from './page/point-reads.calls.ts';
import { lastReads } from './page/point-reads.server.ts';

const MAX_POINTS = 500;

export default behaviour<typeof connectionModel>(connectionModel, {
  // Points are checked against the protocol when they are saved; a changed protocol checks them all again.
  async saved(context, { before, row }) {
    if (!before || (before.protocol === row.protocol && before.dataFormat === row.dataFormat)) return;
    const points = await context.find(connectionPoint, { connectionModelId: row.id }, { limit: MAX_POINTS });
    for (const point of points) assertFits(row, point);
  },
  calls: [implement(pointReads, { read: lastReads })],
});
