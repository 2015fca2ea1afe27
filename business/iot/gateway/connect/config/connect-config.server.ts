import type { Row } from '#kernel/language/paper.ts';
import { yesOrNo } from '#kernel/language/calls/shape.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { behaviour, implement, type Reading } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { MAX_FIELDS, compileFrames } from '../codec/compile.rules.ts';
import type { TracedField } from '../codec/reading.rules.ts';
import {
  checkSamples,
  decodeSample,
  encodeSample,
  fieldsOfConnection,
  learnFromFrames,
  publishConfig,
  samplesOfConnection,
} from './connect-config.calls.ts';
import { changedBytes, learnField } from '../learn/learn.rules.ts';
import { checkedAccess, claimAccounts } from './config-access.server.ts';
import { connectConfig } from './connect-config.paper.ts';
import { connectField } from './connect-field.paper.ts';
import { inFieldOrder, liveText } from './live/live.rules.ts';
import { goLiveOrTell } from './live/live.server.ts';
import { published } from './live/publish.server.ts';
import { REPLAY_JOB, replay, replayCalls } from './replay/replay.server.ts';
import { connectSample } from './samples/connect-sample.paper.ts';
import { checkedSamples } from './samples/check-samples.server.ts';
import { loaded, configNamed, tryFrame } from './samples/try-frame.server.ts';
import { packCalls } from './packs.server.ts';
import { FrameFault, bytesOf, hexOfBytes } from '../codec/frame.rules.ts';
import { followConfig, leaveConfigs } from '../channel/ports/own-connection.server.ts';
import { assertRecognisable } from '../channel/ports/shared-port.server.ts';

/** Return the fields of a connection in order, as in the list. */
const fieldsOf = async (reading: Reading, keyId: string): Promise<CallAnswer<typeof fieldsOfConnection>> =>
  inFieldOrder(await reading.visible(connectField, { query: { keyId_equal: keyId } }).words({ limit: MAX_FIELDS }));

async function encoded(
  { keyId, command }: CallInputOf<typeof encodeSample>,
  reading: Reading,
): Promise<CallAnswer<typeof encodeSample>> {
  const { config, fields } = await loaded(keyId, reading);
  try {
    return { hex: hexOfBytes(compileFrames(config, fields).encode(command ?? {})) };
  } catch (error) {
    if (error instanceof FrameFault) throw refuse.frameWrong({ words: error.words });
    throw error;
  }
}

/** Return the bytes of a pasted frame. Throw a refusal in words for text that is no hex. */
function pasted(frame: string): Uint8Array {
  try {
    return bytesOf(frame);
  } catch (error) {
    if (error instanceof FrameFault) throw refuse.frameWrong({ words: error.words });
    throw error;
  }
}

/** Return the positions that the stored fields cover in a frame; none if it does not decode. */
function coveredIn(codec: ReturnType<typeof compileFrames>, bytes: Uint8Array): { from: number; to: number }[] {
  const read: TracedField[] = [];
  try {
    codec.decode(bytes, {}, read);
  } catch (error) {
    if (!(error instanceof FrameFault)) throw error;
  }
  return read.map(({ start, end }) => ({ from: start, to: end }));
}

async function learned(
  { keyId, before, after, valueBefore, valueAfter }: CallInputOf<typeof learnFromFrames>,
  reading: Reading,
): Promise<CallAnswer<typeof learnFromFrames>> {
  const { config, fields } = await loaded(keyId, reading);
  const [first, second] = [pasted(before), pasted(after)];
  const covered = config.deviceConnectFormat === 'hex' ? coveredIn(compileFrames(config, fields), first) : [];
  const found = learnField(first, second, { before: valueBefore ?? '', after: valueAfter ?? '' }, covered);
  return {
    changed: changedBytes(first, second),
    fields: found.map(({ from, to, dataType, byteOrder, scale, shift, raw: [rawBefore, rawAfter] }) => ({
      start: from,
      end: to,
      dataType,
      byteOrder,
      scale,
      shift,
      rawBefore,
      rawAfter,
    })),
  };
}

export default behaviour<typeof connectConfig>(connectConfig, {
  repeated: (_context, { name }) => refuse.portTaken({ name }),
  async saving(context, { before, values, extra }) {
    await assertRecognisable(context, { ...before, ...values });
    return checkedAccess(values, extra?.accessSecret);
  },
  async saved(context, { before, row }) {
    if (row.account !== (before?.account ?? null)) await claimAccounts(context, [row]);
    await followConfig(context, before, row);
    await goLiveOrTell(context, row.id);
  },
  async detail(reading, row) {
    const { config, fields } = await loaded(row.id, reading);
    return { isLive: liveText(config, fields) === (config as Row<typeof connectConfig>).live };
  },
  detailParts: { isLive: yesOrNo },
  releases: ['deviceConnection.connectConfigId'],
  async leaving(context, rows) {
    await claimAccounts(context, rows, true);
    await leaveConfigs(context, rows);
  },
  restoring: (context, row) => claimAccounts(context, [row]),
  jobs: { [REPLAY_JOB]: replay },
  calls: [
    ...packCalls,
    ...replayCalls,
    implement(learnFromFrames, { read: learned }),
    implement(fieldsOfConnection, { read: ({ keyId }, reading) => fieldsOf(reading, configNamed(keyId)) }),
    implement(samplesOfConnection, {
      read: ({ keyId }, reading) =>
        reading.visible(connectSample, { query: { keyId_equal: configNamed(keyId) } }).words({ limit: MAX_FIELDS }),
    }),
    implement(publishConfig, { write: published }),
    implement(decodeSample, {
      read: async ({ keyId, format, frame }, reading) =>
        tryFrame(await loaded(keyId, reading), { format, frame }, reading.language),
    }),
    implement(checkSamples, { read: checkedSamples }),
    implement(encodeSample, { read: encoded }),
  ],
});
