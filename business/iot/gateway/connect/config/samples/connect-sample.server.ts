import { behaviour } from '#kernel/server';
import { FrameFault } from '../../codec/frame.rules.ts';
import { connectConfig } from '../connect-config.paper.ts';
import { goLiveOrTell, isQuiet } from '../live/live.server.ts';
import { compileLive, readLive } from '../live/live.rules.ts';
import { refuse } from '../../refusals.ts';
import { connectSample } from './connect-sample.paper.ts';
import { expectationOf, typedBytes } from './sample.rules.ts';

export default behaviour<typeof connectSample>(connectSample, {
  async saving(context, { before, values }) {
    const row = { ...before, ...values };
    const [config] = await context.find(connectConfig, { id: row.keyId }, { limit: 1 });
    if (!config) return {};
    try {
      typedBytes(row.frame ?? '', config.deviceConnectFormat);
    } catch (error) {
      if (error instanceof FrameFault) throw refuse.frameWrong({ words: error.words });
      throw error;
    }
    const live = readLive(config.live);
    // Without rows, a frame has no meaning yet.
    if (row.expect || row.refusedAs || row.direction === 'down' || !live?.fields.length) return {};
    if (await isQuiet(context)) return {};
    return expectationOf(compileLive(live).codec, row.frame ?? '', live.config.deviceConnectFormat);
  },
  saved: (context, { row }) => goLiveOrTell(context, row.keyId),
  async leaving(context, rows) {
    const without = new Set(rows.map(({ id }) => id));
    for (const keyId of new Set(rows.map((row) => row.keyId))) await goLiveOrTell(context, keyId, without);
  },
});
