import { type App, productActor, transact } from '#kernel/server';
import type { Row } from '#kernel/language/paper.ts';
import { compileFrames } from '../codec/compile.rules.ts';
import type { Codec, DecodedFrame, FrameField } from '../codec/frame-config.rules.ts';
import { FrameFault } from '../codec/frame.rules.ts';
import { connectConfig } from '../config/connect-config.paper.ts';
import { connectField } from '../config/connect-field.paper.ts';
import { type Framing, readFraming } from '../framing/framing.rules.ts';
import { FormulaFault } from '../points/expression.rules.ts';
import { deviceConnection } from './device-connection.paper.ts';
import { type ReplyRule, appliesWhen, compileReply } from './reply.rules.ts';

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
  readonly allowFrom: string | null;
  readonly framing: Framing;
  readonly codec: Codec;
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
  readonly why: string;
}

/** Further fields of a configuration, which may be absent. */
interface More {
  readonly framing?: unknown;
  readonly priority?: number | null;
  readonly replyRule?: ReplyRule | null;
  readonly heartbeatRule?: { readonly when?: string } | null;
}

type Of = Pick<FrameRoute, 'tenantId' | 'zone'>;

function routeOf(
  of: Of,
  connection: Row<typeof deviceConnection>,
  config: Row<typeof connectConfig>,
  fields: readonly Row<typeof connectField>[],
): FrameRoute {
  const { framing: stored, priority, replyRule, heartbeatRule } = config as More;
  const framing = readFraming(stored);
  if (!framing) throw new FrameFault(['分帧参数不对', 'The framing is wrong'], 'CONFIG');
  const sorted = fields.toSorted((a, b) => Number(a.sort) - Number(b.sort) || a.id.localeCompare(b.id));
  const isHeartbeat = heartbeatRule?.when ? appliesWhen(heartbeatRule.when) : () => false;
  return {
    ...of,
    connectionId: connection.id,
    type: config.deviceConnectType,
    host: connection.params?.host || config.ip,
    port: connection.params?.port ?? config.port,
    priority: priority ?? 0,
    allowFrom: connection.allowFrom,
    framing,
    codec: compileFrames(config, sorted as readonly FrameField[]),
    reply: replyRule?.template
      ? {
          after: replyRule.after ?? 'commit',
          applies: appliesWhen(replyRule.when),
          make: compileReply(replyRule),
        }
      : null,
    isHeartbeat,
  };
}

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
        return [{ ...of, connectionId: connection.id, why: error.words[0] }];
      }
    });
  });
}
