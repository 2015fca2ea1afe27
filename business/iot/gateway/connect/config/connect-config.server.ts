import type { Row } from '#kernel/language/paper.ts';
import { yesOrNo } from '#kernel/language/calls/shape.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { behaviour, implement, type Reading } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { MAX_FIELDS, compileFrames } from '../codec/compile.rules.ts';
import type { FrameConfig, FrameField } from '../codec/frame-config.rules.ts';
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
import { goLiveOrTell, hindranceOf, rowsOfConfig } from './live/live.server.ts';
import { published } from './live/publish.server.ts';
import { REPLAY_JOB, replay, replayCalls } from './replay/replay.server.ts';
import { connectSample } from './samples/connect-sample.paper.ts';
import { type FrameSample, plainFrame } from './samples/sample.rules.ts';
import { packCalls } from './packs.server.ts';
import { FrameFault, bytesOf, hexOfBytes } from '../codec/frame.rules.ts';
import { followConfig, leaveConfigs } from '../channel/ports/own-connection.server.ts';
import { assertRecognisable } from '../channel/ports/shared-port.server.ts';

function named(keyId: string | null): string {
  if (!keyId) throw refuse.keyIdMissing();
  return keyId;
}

/** Return the fields of a connection in order, as in the list. */
const fieldsOf = async (reading: Reading, keyId: string): Promise<CallAnswer<typeof fieldsOfConnection>> =>
  inFieldOrder(await reading.visible(connectField, { query: { keyId_equal: keyId } }).words({ limit: MAX_FIELDS }));

async function loaded(keyId: string | null, reading: Reading): Promise<{ config: FrameConfig; fields: FrameField[] }> {
  const config = await reading.get(connectConfig, named(keyId));
  const fields = await reading.find(connectField, { keyId: config.id }, { limit: MAX_FIELDS });
  return {
    config,
    fields: inFieldOrder(fields) as FrameField[],
  };
}

type Tried = CallAnswer<typeof decodeSample>['frames'][number];

const withoutRow = ({ name, type, start, end, hex, value }: TracedField): Omit<TracedField, 'of'> => ({
  name,
  type,
  start,
  end,
  hex,
  value,
});

/**
 * Decode a sample frame. A mismatch is answered as `error`, so that the author of the configuration can read the cause.
 */
async function tried(
  { keyId, format: wanted, frame }: CallInputOf<typeof decodeSample>,
  reading: Reading,
): Promise<CallAnswer<typeof decodeSample>> {
  const { config, fields } = await loaded(keyId, reading);
  const format = wanted && ['hex', 'ascii', 'json'].includes(wanted) ? wanted : config.deviceConnectFormat;
  try {
    const read: TracedField[] = [];
    const bytes =
      format === 'hex' ? bytesOf(frame) : new Uint8Array(Buffer.from(frame, format === 'json' ? 'utf8' : 'latin1'));
    const { deviceId, msgType, props, events } = compileFrames(
      { ...config, deviceConnectFormat: format },
      fields,
    ).decode(bytes, {}, read);
    const hex = format === 'json' ? '' : hexOfBytes(bytes);
    return {
      ok: true,
      frames: [{ hex, deviceId, msgType, props, events, fields: read.map(withoutRow), error: null } as Tried],
    };
  } catch (error) {
    if (!(error instanceof FrameFault)) throw error;
    return {
      ok: false,
      frames: [
        {
          hex: '',
          deviceId: null,
          msgType: null,
          props: {},
          events: [],
          fields: [],
          error: error.words[reading.language === 'en' ? 1 : 0],
        },
      ],
    };
  }
}

/** Check the stored samples, and decode the lines of sample frames, by the stored fields. */
async function checked(
  { keyId }: CallInputOf<typeof checkSamples>,
  reading: Reading,
): Promise<CallAnswer<typeof checkSamples>> {
  const { id, sampleFrames, deviceConnectFormat: format } = await reading.get(connectConfig, named(keyId));
  const at = reading.language === 'en' ? 1 : 0;
  const { samples } = await rowsOfConfig(reading, id);
  const { config, fields } = await loaded(id, reading);
  const judged = samples.map((one) => {
    const hindrance = hindranceOf(liveText(config, fields), [one as FrameSample]);
    const { name, frame, expect } = one;
    return {
      id: one.id,
      name: name ?? '',
      frame,
      deviceId: expect?.deviceId ?? null,
      error: hindrance?.words[at] ?? null,
    };
  });
  const known = new Set(samples.map(({ frame }) => plainFrame(frame, format)));
  const answer: CallAnswer<typeof checkSamples>['samples'][number][] = judged;
  for (const frame of (sampleFrames ?? '').split('\n').filter((line) => line.trim())) {
    if (known.has(plainFrame(frame, format))) continue;
    const { frames } = await tried({ keyId, format: null, frame } as CallInputOf<typeof decodeSample>, reading);
    answer.push({ id: '', name: '', frame, deviceId: frames[0].deviceId, error: frames[0].error });
  }
  return { isRight: answer.every((one) => one.error === null), samples: answer };
}

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
    implement(fieldsOfConnection, { read: ({ keyId }, reading) => fieldsOf(reading, named(keyId)) }),
    implement(samplesOfConnection, {
      read: ({ keyId }, reading) =>
        reading.visible(connectSample, { query: { keyId_equal: named(keyId) } }).words({ limit: MAX_FIELDS }),
    }),
    implement(publishConfig, { write: published }),
    implement(decodeSample, { read: tried }),
    implement(checkSamples, { read: checked }),
    implement(encodeSample, { read: encoded }),
  ],
});
