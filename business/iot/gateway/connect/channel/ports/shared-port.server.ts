import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { connectConfig } from '../../config/connect-config.paper.ts';
import { refuse } from '../../refusals.ts';
import { isSameAgreement } from './agreement.rules.ts';
import { LISTENING } from './own-ports.server.ts';

type Config = Row<typeof connectConfig>;

/**
 * Refuse an enabled configuration if another one on its port has the same agreement value, or if both have none. Their
 * frames could not be distinguished.
 */
export async function assertRecognisable(context: Context, config: Partial<Config>): Promise<void> {
  const { id, port, deviceConnectType: type } = config;
  if (!type || !port || !(type in LISTENING) || (config.status ?? 1) !== 1) return;
  await context.lock(`connect port ${type} ${port}`);
  const others = await context.find(connectConfig, { port, deviceConnectType: type, status: 1 });
  const same = others.find((other) => other.id !== id && isSameAgreement(config, other));
  if (same) throw refuse.portTaken({ name: same.name });
}
