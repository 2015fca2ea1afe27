import { type App, productActor, transact } from '#kernel/server';
import type { Label } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { compileFrames } from '../codec/compile.rules.ts';
import type { Codec, DecodedFrame, FrameField } from '../codec/frame-config.rules.ts';
import { FrameFault } from '../codec/frame.rules.ts';
import { fieldNameOf } from '../codec/values/value-type.rules.ts';
import { connectConfig } from '../config/connect-config.paper.ts';
import { connectField } from '../config/connect-field.paper.ts';
import { type Framing, readFraming } from '../framing/framing.rules.ts';
import { FormulaFault } from '../points/expression.rules.ts';
import { takesAll } from './ports/agreement.rules.ts';
import { deviceConnection } from './device-connection.paper.ts';
import type { CommandAnswerShape } from './frames/sent-commands.rules.ts';
import { type ReplyRule, appliesWhen, compileReply } from './frames/reply.rules.ts';

const MAX_CONNECTIONS = 500;
const MAX_FIELDS = 10_000;

/** A wanted connection with its compiled configuration. */
export interface FrameRoute {
  readonly connectionId: string;
  readonly tenantId: string;
  readonly zone: string;
  readonly type: string;
  readonly host: string;
  readonly port: number;
  readonly priority: number;
  /** Has it no agreement value, so that it takes every frame? */ readonly takesAll: boolean;
  readonly allowFrom: string | null;
  readonly framing: Framing;
  readonly codec: Codec;
  /** Seconds of silence after which a socket is closed; null: three report intervals of its devices. */
  readonly idleCloseSec: number | null;
  /** Is a sum checked, so that a frame is no accident? */ readonly isSummed: boolean;
  readonly answers: CommandAnswerShape;
  /** Names of the properties that a command must have a value for. */ readonly written: readonly string[];
  /** Name of the status field where it is no property; null: none. */ readonly bareStatus: string | null;
  readonly reply: Reply | null;
  isHeartbeat(frame: DecodedFrame, length: number): boolean;
}

interface Reply {
  readonly after: 'commit' | 'receive';
  applies(frame: DecodedFrame, length: number): boolean;
  make(frame: DecodedFrame): Uint8Array;
}

/** A wanted connection whose configuration cannot be used, and why. */
export interface WrongRoute {
  readonly connectionId: string;
  readonly tenantId: string;
  readonly zone: string;
  readonly why: Label;
}

/** Further fields of a configuration, which may be absent. */
interface More {
  readonly framing?: unknown;
  readonly priority?: number | null;
  readonly replyRule?: ReplyRule | null;
  readonly heartbeatRule?: { readonly when?: string } | null;
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
    bareStatus: status && !status.iotFieldName ? fieldNameOf(status) : null,
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

const inSort = (fields: readonly Row<typeof connectField>[]): readonly FrameField[] =>
  fields.toSorted((a, b) => Number(a.sort) - Number(b.sort) || a.id.localeCompare(b.id)) as readonly FrameField[];

const replyOf = (rule: ReplyRule): Reply => ({
  after: rule.after ?? 'commit',
  applies: appliesWhen(rule.when),
  make: compileReply(rule),
});

function routeOf(
  of: Of,
  connection: Row<typeof deviceConnection>,
  config: Row<typeof connectConfig>,
  fields: readonly Row<typeof connectField>[],
): FrameRoute {
  const { framing: stored, priority, replyRule, heartbeatRule } = config as More;
  const framing = readFraming(stored);
  if (!framing) throw new FrameFault(['分帧参数不对', 'The framing is wrong'], 'CONFIG');
  const sorted = inSort(fields);
  const isHeartbeat = heartbeatRule?.when ? appliesWhen(heartbeatRule.when) : () => false;
  return {
    ...of,
    connectionId: connection.id,
    type: config.deviceConnectType,
    ...placeOf(connection, config),
    priority: priority ?? 0,
    takesAll: takesAll(config),
    allowFrom: connection.allowFrom,
    framing,
    codec: compileFrames(config, sorted),
    ...shapeOf(sorted),
    reply: replyRule?.template ? replyOf(replyRule) : null,
    isHeartbeat,
  };
}

/** Order of the configurations of a port: by priority, and one without an agreement value takes what is left. */
export const byPriority = (a: FrameRoute, b: FrameRoute): number =>
  b.priority - a.priority ||
  Number(a.takesAll) - Number(b.takesAll) ||
  a.connectionId.localeCompare(b.connectionId, 'en', { numeric: true });

/** Return the wanted connections of a company; one that cannot be used comes with the reason. */
export async function loadRoutes(app: App, tenantId: string): Promise<(FrameRoute | WrongRoute)[]> {
  const tenancy = (await app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
  const of = { tenantId, zone: tenancy.zone };
  return transact(app, productActor(app, tenancy, 'devices'), async ({ context }) => {
    const wanted = await context.find(deviceConnection, { isWanted: true }, { limit: MAX_CONNECTIONS });
    const ids = wanted.flatMap(({ connectConfigId }) => connectConfigId ?? []);
    if (!ids.length) return [];
    const configs = new Map((await context.find(connectConfig, { id: ids })).map((one) => [one.id, one]));
    const fields = Map.groupBy(
      await context.find(connectField, { keyId: [...configs.keys()] }, { limit: MAX_FIELDS }),
      (one) => one.keyId,
    );
    return wanted.flatMap((connection): (FrameRoute | WrongRoute)[] => {
      const config = configs.get(connection.connectConfigId ?? '');
      if (!config) return [];
      try {
        return [routeOf(of, connection, config, fields.get(config.id) ?? [])];
      } catch (error) {
        if (!(error instanceof FrameFault || error instanceof FormulaFault)) throw error;
        return [{ ...of, connectionId: connection.id, why: error.words }];
      }
    });
  });
}
