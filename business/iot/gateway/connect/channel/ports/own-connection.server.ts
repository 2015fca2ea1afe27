import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import type { connectConfig } from '../../config/connect-config.paper.ts';
import { deviceConnection } from '../device-connection.paper.ts';
import { DOORS } from '../doors/door-kinds.rules.ts';
import { LISTENING, ownPorts } from './own-ports.server.ts';

type Config = Row<typeof connectConfig>;

/** Does a configuration wait for devices, on a port of its own or on one of the product? */
const isListening = (config: Config | null): boolean =>
  config !== null &&
  config.status === 1 &&
  (config.deviceConnectType in LISTENING || config.deviceConnectType in DOORS);

/**
 * Let an enabled configuration that waits for devices own exactly one connection. It begins to run with its
 * configuration, and stops when that one is disabled.
 */
export async function followConfig(context: Context, before: Config | null, config: Config): Promise<void> {
  const [own] = await context.find(deviceConnection, { connectConfigId: config.id, ofConfig: true });
  const isOpen = isListening(config);
  if (isOpen && !own)
    await context.create(deviceConnection, {
      name: config.name,
      connectConfigId: config.id,
      ofConfig: true,
      isWanted: true,
    });
  else if (own && isOpen !== isListening(before)) await context.change(deviceConnection, own.id, { isWanted: isOpen });
  await ownPorts(context);
}

/** Remove the connections that belong to configurations which are removed. */
export async function leaveConfigs(context: Context, configs: readonly Config[]): Promise<void> {
  const own = await context.find(deviceConnection, { connectConfigId: configs.map(({ id }) => id) });
  const ids = own.filter(({ ofConfig }) => ofConfig).map(({ id }) => id);
  await context.changeAll(deviceConnection, new Map(ids.map((id) => [id, { ofConfig: false, isWanted: false }])));
  await context.removeAll(deviceConnection, ids);
}
