import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Context, type OwnCall, implement } from '#kernel/server';
import { refuse as refuseConnection } from '../../channel/refusals.ts';
import { deviceConnection } from '../../channel/device-connection.paper.ts';
import { refuse } from '../../refusals.ts';
import { connectConfig } from '../connect-config.paper.ts';
import { compileLive, readLive } from '../live/live.rules.ts';
import { sampleOfFrame } from './frame-sample.calls.ts';
import { connectSample } from './connect-sample.paper.ts';
import { expectationOf } from './sample.rules.ts';

/** Moments of the wire are rounded; a frame is found by its number within two seconds. */
const AROUND_MS = 1000;

interface StoredFrame {
  readonly direction: string;
  readonly hex: string;
}

async function frameOf(context: Context, { id, ts, no }: CallInputOf<typeof sampleOfFrame>): Promise<StoredFrame> {
  const [moment, number] = [Number(ts), Number(no)];
  if (!Number.isFinite(moment) || !Number.isSafeInteger(number)) throw refuse.frameGone();
  const [found] = await context.sql.query<StoredFrame>(
    `select direction, upper(encode(bytes, 'hex')) as hex from iot_frame
     where tenant_id = $1 and connection_id = $2 and no = $5::bigint
       and ts between to_timestamp($3::float8 / 1000) and to_timestamp($4::float8 / 1000) limit 1`,
    [context.tenantId, id, moment - AROUND_MS, moment + AROUND_MS, String(number)],
  );
  if (!found) throw refuse.frameGone();
  if (found.direction !== 'up') throw refuse.frameSent();
  return found;
}

/** Store a frame of the last day as a sample of the configuration of its connection. */
async function sampled(
  input: CallInputOf<typeof sampleOfFrame>,
  context: Context,
): Promise<CallAnswer<typeof sampleOfFrame>> {
  const [connection] = await context.visible(deviceConnection, { button: 'frames' }).all([input.id]);
  if (!connection.connectConfigId) throw refuseConnection.noConfig();
  await context.assertRight(connectSample, 'add');
  const config = await context.get(connectConfig, connection.connectConfigId);
  const live = readLive(config.live);
  if (!live) throw refuse.noLive();
  const { hex } = await frameOf(context, input);
  const format = live.config.deviceConnectFormat;
  const frame = format === 'hex' ? hex.replaceAll(/..(?=.)/g, '$& ') : Buffer.from(hex, 'hex').toString('utf8');
  const made = await context.create(connectSample, {
    keyId: config.id,
    name: input.name,
    frame,
    direction: 'up',
    ...expectationOf(compileLive(live).codec, frame, format),
  });
  const { id, keyId, name, expect, fault } = made;
  return { id, keyId, name, frame: made.frame, expect, fault };
}

export const frameSampleCalls: readonly OwnCall[] = [implement(sampleOfFrame, { write: sampled })];
