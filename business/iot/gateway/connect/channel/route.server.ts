import { type App, productActor, transact } from '#kernel/server';
import type { Row } from '#kernel/language/paper.ts';
import type { FrameField } from '../codec/frame-config.rules.ts';
import { FrameFault } from '../codec/frame.rules.ts';
import { fieldNameOf } from '../codec/values/value-type.rules.ts';
import { connectConfig } from '../config/connect-config.paper.ts';
import { type Runnable, compileLive, readLive } from '../config/live/live.rules.ts';
import { FormulaFault } from '../points/expression.rules.ts';
import { type FrameMappings, mappingsOfConfigs } from '../points/placed-mappings.server.ts';
import { takesAll } from './ports/agreement.rules.ts';
import { deviceConnection } from './device-connection.paper.ts';
import { type FieldReading, bareStatusOf } from './frames/frame-messages.rules.ts';
import type { CommandAnswerShape } from './frames/sent-commands.rules.ts';
import type { WrongConnection } from './wanted-connections.server.ts';

const MAX_CONNECTIONS = 500;

/** Account and secret by which devices send frames to the ports of the product. */
export interface RouteAccess {
  /** Login at the MQTT broker; null: none. */ readonly account: string | null;
  /** Hash of the secret; null: none was set. */ readonly hash: string | null;
  readonly topicFilter: string | null;
}

/** A wanted connection with its compiled configuration. */
export interface FrameRoute extends Runnable, FieldReading {
  readonly connectionId: string;
  readonly configId: string;
  readonly tenantId: string;
  readonly zone: string;
  readonly type: string;
  readonly access: RouteAccess;
  readonly host: string;
  readonly port: number;
  readonly priority: number;
  /** Has it no agreement value, so that it takes every frame? */ readonly takesAll: boolean;
  readonly allowFrom: string | null;
  /** Seconds of silence after which a socket is closed; null: three report intervals of its devices. */
  readonly idleCloseSec: number | null;
  /** Is a sum checked, so that a frame is no accident? */ readonly isSummed: boolean;
  readonly answers: CommandAnswerShape;
  /** Names of the properties that a command must have a value for. */ readonly written: readonly string[];
}

type Of = Pick<FrameRoute, 'tenantId' | 'zone'>;

/** Return what the fields of a configuration say about commands and their answers. */
function shapeOf(fields: readonly FrameField[]): Pick<FrameRoute, 'isSummed' | 'answers' | 'written' | 'bareStatus'> {
  const up = fields.filter(({ direction }) => direction !== 'down');
  const down = fields.filter(({ direction }) => direction !== 'up');
  const isKind =
    (kind: string) =>
    (field: FrameField): boolean =>
      field.deviceConnectConfigFieldType === kind;
  const status = up.find(isKind('status'));
  return {
    isSummed: up.some(isKind('checksum')),
    answers: {
      hasNumber: up.some(isKind('msgId')) && down.some(isKind('msgId')),
      status: status ? fieldNameOf(status) : null,
    },
    written: down
      .filter((field) => isKind('property')(field) && !field.whenExpr?.trim() && !field.constValue && !field.tag)
      .filter(({ repeatOf, bits }) => !repeatOf && !bits)
      .map(fieldNameOf),
    bareStatus: bareStatusOf(fields),
  };
}

const placeOf = (
  { params }: Row<typeof deviceConnection>,
  { ip, port }: Row<typeof connectConfig>,
): Pick<FrameRoute, 'host' | 'port' | 'idleCloseSec'> => ({
  host: params?.host || ip,
  port: params?.port ?? port,
  idleCloseSec: params?.idleCloseSec ?? null,
});

function routeOf(
  of: Of,
  connection: Row<typeof deviceConnection>,
  config: Row<typeof connectConfig>,
  mappings: FrameMappings,
): FrameRoute {
  const live = readLive(config.live);
  if (!live) throw new FrameFault(['配置还没有生效', 'The configuration is not published'], 'CONFIG');
  return {
    ...of,
    ...compileLive(live),
    mappings,
    connectionId: connection.id,
    configId: config.id,
    access: {
      account: config.account || null,
      hash: config.accessSecret || null,
      topicFilter: config.topicFilter || null,
    },
    type: config.deviceConnectType,
    ...placeOf(connection, config),
    ...shapeOf(live.fields),
    priority: config.priority ?? 0,
    takesAll: takesAll(live.config),
    allowFrom: connection.allowFrom,
  };
}

/** Order of the configurations of a port: by priority, and one without an agreement value takes what is left. */
export const byPriority = (a: FrameRoute, b: FrameRoute): number =>
  b.priority - a.priority ||
  Number(a.takesAll) - Number(b.takesAll) ||
  a.connectionId.localeCompare(b.connectionId, 'en', { numeric: true });

/** Return the wanted connections of a company; one that cannot be used comes with the reason. */
export async function loadRoutes(app: App, tenantId: string): Promise<(FrameRoute | WrongConnection)[]> {
  const tenancy = (await app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
  const of = { tenantId, zone: tenancy.zone };
  return transact(app, productActor(app, tenancy, 'devices'), async ({ context }) => {
    const wanted = await context.find(deviceConnection, { isWanted: true }, { limit: MAX_CONNECTIONS });
    const ids = wanted.flatMap(({ connectConfigId }) => connectConfigId ?? []);
    if (!ids.length) return [];
    const configs = new Map((await context.find(connectConfig, { id: ids })).map((one) => [one.id, one]));
    const mappingsOf = await mappingsOfConfigs(context, ids);
    return wanted.flatMap((connection): (FrameRoute | WrongConnection)[] => {
      const config = configs.get(connection.connectConfigId ?? '');
      if (!config) return [];
      try {
        return [routeOf(of, connection, config, mappingsOf(config.id))];
      } catch (error) {
        if (!(error instanceof FrameFault || error instanceof FormulaFault)) throw error;
        return [{ ...of, connectionId: connection.id, why: error.words }];
      }
    });
  });
}
