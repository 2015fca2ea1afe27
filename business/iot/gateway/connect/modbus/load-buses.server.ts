import type { Label } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type App, type Context, productActor, transact } from '#kernel/server';
import { thingModel } from '../../../models/thing-model.paper.ts';
import { deviceConnection } from '../channel/device-connection.paper.ts';
import type { WrongConnection } from '../channel/wanted-connections.server.ts';
import { type MeterName, isMeter } from '../meters/meter-names.rules.ts';
import { connectionModel } from '../points/connection-model.paper.ts';
import { connectionPoint } from '../points/connection-point.paper.ts';
import type { PlacedMapping } from '../points/mapping.rules.ts';
import { mappingsOfModels } from '../points/placed-mappings.server.ts';
import { type PointRow, busPointsOf } from './bus-points.rules.ts';
import { type UnitSource, unitOn } from '../meters/bus-unit.rules.ts';
import type { BusPoint, UnitId } from './bus.rules.ts';
import type { Transport } from './framing.rules.ts';

const MAX_BUSES = 500;
const MAX_POINTS = 50_000;
const BUS_PORT = 502;
const MAX_RETRIES = 10;
const MIN_TIMEOUT_MS = 50;
const MAX_TIMEOUT_MS = 60_000;
const DEFAULT_TIMEOUT_MS = 1000;

/** A device on a bus: its unit, its points, and how they become properties. */
export interface BusDevice {
  readonly deviceId: string;
  readonly unit: UnitId;
  readonly points: readonly BusPoint[];
  readonly mappings: readonly PlacedMapping[];
}

/** A protocol whose units are polled. */
export type BusProtocol = Transport | MeterName;

/** A bus that is wanted, with its devices. */
export interface BusPlan {
  readonly connectionId: string;
  readonly tenantId: string;
  readonly zone: string;
  readonly host: string;
  readonly port: number;
  readonly protocol: BusProtocol;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly devices: readonly BusDevice[];
}

type Model = Row<typeof connectionModel>;
type Connection = Row<typeof deviceConnection>;

const protocolOf = (protocol: string): BusProtocol | null =>
  protocol === 'modbus_tcp' || protocol === 'modbus_rtu_over_tcp' || isMeter(protocol) ? protocol : null;

const within = (value: number | null | undefined, low: number, high: number, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(Math.round(value), low), high) : otherwise;

/** Points and mappings of a thing model on a bus. */
type Spoken = Pick<BusDevice, 'points' | 'mappings'>;

interface DeviceOnBus extends UnitSource {
  readonly id: string;
  readonly busId: string;
  readonly modelId: string;
}

const devicesOn = ({ sql, tenantId }: Context, busIds: readonly string[]): Promise<DeviceOnBus[]> =>
  sql.query<DeviceOnBus>(
    `select id::text as id, bus_id::text as "busId", model_id::text as "modelId", ext_config as extensions, serial_number as serial
     from iot_device where tenant_id = $1 and bus_id = any($2::bigint[]) and is_deleted = 0
       and instance_status in ('inactive', 'active') order by id`,
    [tenantId, busIds],
  );

/** Return points and mappings by connection model and thing model. */
async function speaking(
  context: Context,
  models: ReadonlyMap<string, Model>,
  thingModelIds: readonly string[],
): Promise<(connectionModelId: string, modelId: string) => Spoken> {
  const points = await context.find(connectionPoint, { connectionModelId: [...models.keys()] }, { limit: MAX_POINTS });
  const mappings = await mappingsOfModels(context, thingModelIds);
  const byModel = Map.groupBy(points, (one) => one.connectionModelId);
  return (connectionModelId, modelId) => {
    const model = models.get(connectionModelId);
    const rows = byModel.get(connectionModelId) ?? [];
    return {
      points: busPointsOf(
        rows as unknown as readonly PointRow[],
        // The standards of meters have one byte order.
        model && !isMeter(model.protocol) ? model.byteOrder : null,
        (model?.pollIntervalSec ?? 60) * 1000,
      ),
      mappings: mappings(connectionModelId, modelId),
    };
  };
}

/** Return the devices of a bus. Of two with the same unit only the first one counts. */
function placed(
  rows: readonly DeviceOnBus[],
  connection: Connection,
  connectionModelOf: ReadonlyMap<string, string | null>,
  spoken: (connectionModelId: string, modelId: string) => Spoken,
  protocol: string,
): BusDevice[] {
  const taken = new Set<UnitId>();
  return rows.flatMap((row) => {
    const unit = unitOn(protocol, row);
    const connectionModelId = connectionModelOf.get(row.modelId) ?? connection.connectionModelId;
    if (unit === null || taken.has(unit) || !connectionModelId) return [];
    taken.add(unit);
    return [{ deviceId: row.id, unit, ...spoken(connectionModelId, row.modelId) }];
  });
}

/** Return which part of the address of a bus is missing, or null if it is there. */
function missingIn({ host, port }: Connection['params'] & object, protocol: BusProtocol): Label | null {
  if (!host) return ['没有填主机', 'The host is missing'];
  return isMeter(protocol) && !port ? ['没有填端口', 'The port is missing'] : null;
}

function planOf(
  of: Pick<BusPlan, 'tenantId' | 'zone'>,
  connection: Connection,
  model: Model | undefined,
  devices: readonly BusDevice[],
): BusPlan | WrongConnection {
  const own = { ...of, connectionId: connection.id };
  const protocol = model ? protocolOf(model.protocol) : null;
  const params = connection.params ?? {};
  if (!protocol)
    return { ...own, why: ['连接模型的协议不能轮询', 'The protocol of the connection model is not polled'] };
  const why = missingIn(params, protocol);
  if (why) return { ...own, why };
  const { host = '', port, timeoutMs, retries } = params;
  return {
    ...own,
    ...{ host, protocol, devices },
    port: within(port, 1, 65_535, BUS_PORT),
    timeoutMs: within(timeoutMs ?? model?.timeoutMs, MIN_TIMEOUT_MS, MAX_TIMEOUT_MS, DEFAULT_TIMEOUT_MS),
    retries: within(retries ?? model?.retries, 0, MAX_RETRIES, 0),
  };
}

/** Return the wanted buses of a company; one that cannot run comes with the reason. */
export async function loadBuses(app: App, tenantId: string): Promise<(BusPlan | WrongConnection)[]> {
  const tenancy = (await app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
  return transact(app, productActor(app, tenancy, 'devices'), async ({ context }) => {
    const wanted = (await context.find(deviceConnection, { isWanted: true }, { limit: MAX_BUSES })).filter(
      ({ connectConfigId, connectionModelId }) => connectionModelId && !connectConfigId,
    );
    if (!wanted.length) return [];
    const rows = await devicesOn(
      context,
      wanted.map(({ id }) => id),
    );
    const modelIds = [...new Set(rows.map(({ modelId }) => modelId))];
    const connectionModelOf = new Map(
      (await context.find(thingModel, { id: modelIds })).map((one) => [one.id, one.connectionModelId]),
    );
    const ids = new Set(
      [...wanted.map(({ connectionModelId }) => connectionModelId), ...connectionModelOf.values()].filter(
        (one): one is string => Boolean(one),
      ),
    );
    const models = new Map((await context.find(connectionModel, { id: [...ids] })).map((one) => [one.id, one]));
    const spoken = await speaking(context, models, modelIds);
    const byBus = Map.groupBy(rows, ({ busId }) => busId);
    return wanted.map((connection) => {
      const model = models.get(connection.connectionModelId ?? '');
      const devices = placed(
        byBus.get(connection.id) ?? [],
        connection,
        connectionModelOf,
        spoken,
        model?.protocol ?? '',
      );
      return planOf({ tenantId, zone: tenancy.zone }, connection, model, devices);
    });
  });
}
