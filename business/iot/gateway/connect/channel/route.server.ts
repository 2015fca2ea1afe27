import { type App, productActor, transact } from '#kernel/server';
import type { Row } from '#kernel/language/paper.ts';
import { FrameFault } from '../codec/frame.rules.ts';
import { connectConfig } from '../config/connect-config.paper.ts';
import { type Runnable, compileLive, readLive } from '../config/live/live.rules.ts';
import { FormulaFault } from '../points/expression.rules.ts';
import { deviceConnection } from './device-connection.paper.ts';

const MAX_CONNECTIONS = 500;

/** A wanted connection with its compiled configuration. */
export interface FrameRoute extends Runnable {
  readonly connectionId: string;
  readonly tenantId: string;
  readonly zone: string;
  readonly type: string;
  readonly host: string;
  readonly port: number;
  readonly priority: number;
  readonly allowFrom: string | null;
}

/** A wanted connection whose configuration cannot be used, and why. */
export interface WrongRoute {
  readonly connectionId: string;
  readonly tenantId: string;
  readonly zone: string;
  readonly why: string;
}

type Of = Pick<FrameRoute, 'tenantId' | 'zone'>;

function routeOf(of: Of, connection: Row<typeof deviceConnection>, config: Row<typeof connectConfig>): FrameRoute {
  const live = readLive(config.live);
  if (!live) throw new FrameFault(['配置还没有生效', 'The configuration is not published'], 'CONFIG');
  return {
    ...of,
    ...compileLive(live),
    connectionId: connection.id,
    type: config.deviceConnectType,
    host: connection.params?.host || config.ip,
    port: connection.params?.port ?? config.port,
    priority: config.priority ?? 0,
    allowFrom: connection.allowFrom,
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
    return wanted.flatMap((connection): (FrameRoute | WrongRoute)[] => {
      const config = configs.get(connection.connectConfigId ?? '');
      if (!config) return [];
      try {
        return [routeOf(of, connection, config)];
      } catch (error) {
        if (!(error instanceof FrameFault || error instanceof FormulaFault)) throw error;
        return [{ ...of, connectionId: connection.id, why: error.words[0] }];
      }
    });
  });
}
