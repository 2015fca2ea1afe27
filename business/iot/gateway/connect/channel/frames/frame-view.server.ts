import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Label, labelIn } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { type TracingCodec, compileBinary } from '../../codec/binary.rules.ts';
import { FrameFault, bytesOf } from '../../codec/frame.rules.ts';
import type { TracedField } from '../../codec/reading.rules.ts';
import { connectConfig } from '../../config/connect-config.paper.ts';
import { compileLive, readLive } from '../../config/live/live.rules.ts';
import { isMeter } from '../../meters/meter-names.rules.ts';
import { meterProtocol } from '../../meters/meter-protocol.rules.ts';
import { connectionModel } from '../../points/connection-model.paper.ts';
import { exceptionWords } from '../../points/page/exception-words.rules.ts';
import { type MonitoredConnection, connectionFrames, connectionMonitor } from '../device-connection.calls.ts';
import { deviceConnection } from '../device-connection.paper.ts';
import { DOORS } from '../doors/door-kinds.rules.ts';
import { connectionFaults } from '../sockets/fault-words.rules.ts';

const MAX_FRAMES = 200;
const MAX_CONNECTIONS = 500;
const MAX_BAD = 12;

type Frame = CallAnswer<typeof connectionFrames>[number];
type Decoded = Pick<Frame, 'why' | 'values' | 'marks'>;
type Decoder = (frame: Pick<Frame, 'hex' | 'direction' | 'verdict'>) => Decoded;

const NOTHING: Decoded = { why: null, values: [], marks: [] };
const VALUES = ['property', 'event', 'status', 'timestamp'];

const refusedWords: Readonly<Record<string, Label>> = {
  unknown: connectionFaults.unknown,
  auth_fail: ['不能凭报文接入', 'It may not be heard by frames'],
  stale: ['不是这次请求的应答', 'Not the answer to the request'],
  other: ['应答来自另一块表', 'The answer is of another meter'],
};

type Say = (words: Label) => string;

/** Return a decoder that names the fields of a codec. */
const decoderBy =
  (codec: TracingCodec, isBytes: boolean, say: Say): Decoder =>
  ({ hex, direction, verdict }) => {
    if (direction === 'down') return NOTHING;
    const trace: TracedField[] = [];
    let why = verdict in refusedWords ? say(refusedWords[verdict]) : null;
    try {
      codec.decode(bytesOf(hex), {}, trace);
    } catch (error) {
      if (!(error instanceof FrameFault)) throw error;
      why ??= say(error.words);
    }
    const values = trace.filter(({ type, value }) => VALUES.includes(type) && value !== null);
    return {
      why,
      values: values.map(({ name, value }) => ({ name, value: String(value) })),
      marks: isBytes ? values.map(({ start, end }) => ({ from: start >> 3, to: end >> 3 })) : [],
    };
  };

const EXCEPTION = /^exception (\d+)$/;

/** Return a decoder of the answers on a bus: an exception in words; of meters also what the pack reads. */
function busDecoder(protocol: string, say: Say): Decoder {
  const pack = isMeter(protocol) ? meterProtocol(protocol).pack : null;
  const decode = pack ? decoderBy(compileBinary(pack.config, pack.fields), true, say) : null;
  return (frame) => {
    const exception = EXCEPTION.exec(frame.verdict);
    if (exception) return { ...NOTHING, why: say(exceptionWords(Number(exception[1]), protocol)) };
    if (decode) return decode(frame);
    return { ...NOTHING, why: frame.verdict in refusedWords ? say(refusedWords[frame.verdict]) : null };
  };
}

/** Return a decoder of the frames of a connection, for the eye of a person. */
async function decoderOf(
  reading: Reading,
  { connectConfigId, connectionModelId }: Pick<Row<typeof deviceConnection>, 'connectConfigId' | 'connectionModelId'>,
): Promise<Decoder> {
  const say: Say = (words) => labelIn(words, reading.language);
  if (connectConfigId) {
    const live = readLive((await reading.get(connectConfig, connectConfigId)).live);
    return live ? decoderBy(compileLive(live).codec, live.config.deviceConnectFormat === 'hex', say) : () => NOTHING;
  }
  const model = connectionModelId ? await reading.get(connectionModel, connectionModelId) : null;
  return model ? busDecoder(model.protocol, say) : () => NOTHING;
}

/** Return the newest frames of a connection with their values. */
export async function readConnectionFrames(
  { id }: CallInputOf<typeof connectionFrames>,
  reading: Reading,
): Promise<CallAnswer<typeof connectionFrames>> {
  const [row] = await reading.visible(deviceConnection, { button: 'frames' }).all([id]);
  const frames = await reading.sql.query<Omit<Frame, keyof Decoded>>(
    `select f.no::float8 as no, (extract(epoch from f.ts) * 1000)::float8 as ts, f.direction, f.verdict, f.device_id::text as "deviceId",
       d.device_name as "deviceName", f.sender, upper(encode(f.bytes, 'hex')) as hex
     from iot_frame f left join iot_device d on d.tenant_id = f.tenant_id and d.id = f.device_id
     where f.tenant_id = $1 and f.connection_id = $2 order by f.ts desc, f.no desc limit ${MAX_FRAMES}`,
    [reading.tenantId, id],
  );
  const decode = await decoderOf(reading, row);
  return frames.map((frame) => ({ ...frame, ...decode(frame) }));
}

/** A connection as the person sees it. */
interface SeenConnection {
  readonly id: string;
  readonly name: string;
  readonly params?: '' | { readonly port?: number } | null;
  readonly channelState?: string | null;
  readonly lastError?: string | null;
  readonly isWanted?: unknown;
  readonly startedTime?: string | null;
  readonly onlineDevices?: unknown;
  readonly rxFrames?: unknown;
  readonly badFrames?: unknown;
  readonly junkBytes?: unknown;
}

const count = (value: unknown): number => Number(value || 0);

/** Return the port of a connection; null: none, or one of the product, which is shown with its listeners. */
function portOf(params: SeenConnection['params'], config: Row<typeof connectConfig> | undefined): number | null {
  if (config && config.deviceConnectType in DOORS) return null;
  return (params || null)?.port ?? config?.port ?? null;
}

const ofConfig = (
  params: SeenConnection['params'],
  config: Row<typeof connectConfig> | undefined,
): Pick<MonitoredConnection, 'type' | 'port' | 'configId' | 'configName'> => ({
  type: config?.deviceConnectType ?? '',
  port: portOf(params, config),
  configId: config?.id ?? null,
  configName: config?.name ?? null,
});

const connectionOf = (row: SeenConnection, config: Row<typeof connectConfig> | undefined): MonitoredConnection => ({
  id: row.id,
  name: row.name,
  ...ofConfig(row.params, config),
  channelState: row.channelState || 'stopped',
  lastError: row.lastError || null,
  isWanted: row.isWanted === true,
  onlineDevices: count(row.onlineDevices),
  rxFrames: count(row.rxFrames),
  badFrames: count(row.badFrames),
  junkBytes: count(row.junkBytes),
  startedTime: row.startedTime || null,
});

/** Return the connections that the person may see, and the newest bad frames for who may read frames. */
export async function readMonitor(_: unknown, reading: Reading): Promise<CallAnswer<typeof connectionMonitor>> {
  const rows = await reading.visible(deviceConnection).rows({ limit: MAX_CONNECTIONS });
  const configs = new Map(
    (await reading.find(connectConfig, { id: rows.flatMap((row) => row.connectConfigId ?? []) })).map((one) => [
      one.id,
      one,
    ]),
  );
  return {
    connections: rows.map((row) => connectionOf(row, configs.get(row.connectConfigId ?? ''))),
    bad: await badFrames(reading, new Map(rows.map(({ id, name }) => [id, name]))),
  };
}

async function badFrames(
  reading: Reading,
  names: ReadonlyMap<string, string>,
): Promise<CallAnswer<typeof connectionMonitor>['bad']> {
  const frames = await reading.sql.query<Omit<CallAnswer<typeof connectionMonitor>['bad'][number], 'connectionName'>>(
    `select connection_id::text as "connectionId", no::text as no, (extract(epoch from ts) * 1000)::float8 as ts, verdict, sender, device_id::text as "deviceId"
     from iot_frame where tenant_id = $1 and verdict <> 'ok' order by ts desc limit ${MAX_BAD}`,
    [reading.tenantId],
  );
  return frames.flatMap((frame) => {
    const connectionName = names.get(frame.connectionId);
    return connectionName === undefined ? [] : [{ ...frame, connectionName }];
  });
}
