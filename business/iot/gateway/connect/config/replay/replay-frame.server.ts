import { ACCEPTED_DAYS } from '../../../../history/store/telemetry-tables.server.ts';
import { type LaneEntry, emptyEntry } from '../../../../ingest/entry.rules.ts';
import { judgeEvent, judgeValues } from '../../../../ingest/judge/judge-message.server.ts';
import { readUplink } from '../../../../ingest/uplink.rules.ts';
import {
  type CarriedMessage,
  type FieldReading,
  bareStatusOf,
  messagesOfFrame,
} from '../../channel/frames/frame-messages.rules.ts';
import type { DecodedFrame } from '../../codec/frame-config.rules.ts';
import { FrameFault } from '../../codec/frame.rules.ts';
import type { FrameMappings } from '../../points/placed-mappings.server.ts';
import { type LiveForm, type Runnable, compileLive } from '../live/live.rules.ts';
import type { ReplayDevice } from './replay-fleet.server.ts';

/** A frame as it was stored. */
export interface FrameOfDay {
  /** Moment as PostgreSQL writes it. */ readonly at: string;
  readonly no: string;
  readonly ms: number;
  /** The id that it named then. */ readonly sender: string | null;
  readonly bytes: Buffer;
}

/** A published form that reads stored frames. */
export interface ReplayReader extends Runnable, FieldReading {
  readonly tenantId: string;
  readonly find: (name: string) => ReplayDevice | undefined;
  /** Did the sender name the configuration, so that no agreement value is needed? */ readonly isNamed: boolean;
}

/** Return the reader of a published form. */
export const readerOf = (
  live: LiveForm,
  of: Pick<ReplayReader, 'tenantId' | 'find' | 'isNamed'> & { readonly mappings: FrameMappings },
): ReplayReader => ({
  ...compileLive(live),
  ...of,
  bareStatus: bareStatusOf(live.fields),
});

/** Entries of a frame. `refused`: values and events that the model does not take. */
export interface ReplayedFrame {
  readonly entries: readonly LaneEntry[];
  readonly refused: number;
  readonly isUnknown: boolean;
}

const NOTHING = { entries: [], refused: 0, isUnknown: false };

/** Decode a frame as its connection does. Throw `FrameFault` for one that does not fit. */
function decoded({ codec, isNamed }: ReplayReader, bytes: Uint8Array): DecodedFrame {
  if (isNamed || codec.matches(bytes)) return codec.decode(bytes);
  throw new FrameFault(['配置不认得这种帧', 'The configuration does not know such frames'], 'AGREEMENT');
}

/** Return what a message stores, judged as one that arrives. No dead band applies. */
function entryOf(
  tenantId: string,
  { of, tail, body }: CarriedMessage<ReplayDevice>,
  receivedAt: number,
): { readonly entry?: LaneEntry; readonly refused: number } {
  const by = { version: of.version, mode: of.mode, acceptedDays: ACCEPTED_DAYS };
  const read = readUplink(tail, Buffer.from(JSON.stringify(body)));
  if (read.kind === 'event') {
    const { ts, ...event } = read.event;
    const judged = judgeEvent(by, { ts, identifier: event.identifier }, receivedAt);
    if ('reason' in judged) return { refused: 1 };
    const { quality } = judged;
    const events = [{ ...event, messageId: read.id }];
    return { entry: { ...emptyEntry({ tenantId, id: of.id }, judged.ts), quality, events }, refused: 0 };
  }
  if (read.kind !== 'values') return { refused: 1 };
  const judged = judgeValues(by, read.items[0], receivedAt);
  if ('reason' in judged) return { refused: 1 };
  const { latest, quality, refused } = judged;
  const { properties } = of.version;
  const history = Object.entries(latest).filter(([name]) => properties.get(name)?.schema.storage === 'history');
  if (!Object.keys(latest).length) return { refused: refused.length };
  return {
    entry: {
      ...emptyEntry({ tenantId, id: of.id }, judged.ts),
      latest,
      history: history.length ? Object.fromEntries(history) : null,
      quality,
    },
    refused: refused.length,
  };
}

/** Decode a stored frame again. Throw `FrameFault` for one that does not fit. */
export function replayFrame(reader: ReplayReader, { bytes, ms, sender }: FrameOfDay): ReplayedFrame {
  const frame = decoded(reader, bytes);
  const name = frame.deviceId ?? sender;
  const owner = name === null ? undefined : reader.find(name);
  if (!owner) return { ...NOTHING, isUnknown: true };
  if (reader.isHeartbeat(frame, bytes.length)) return NOTHING;
  const found = messagesOfFrame(reader, frame, owner, reader.find).map((one) =>
    entryOf(reader.tenantId, one, Math.round(ms)),
  );
  return {
    entries: found.flatMap(({ entry }) => entry ?? []),
    refused: found.reduce((sum, { refused }) => sum + refused, 0),
    isUnknown: false,
  };
}
