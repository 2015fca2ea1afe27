import { randomBytes } from 'node:crypto';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import type { addDevice, issueSecret } from './device.calls.ts';
import { device } from './device.paper.ts';

/** Length of a secret: 128 bits. */
const BYTES = 16;

type Credentials = CallAnswer<typeof addDevice>;

/**
 * Issue a new secret if the device authenticates by one. The secret is sealed in the device's row and returned in clear
 * only by this call.
 */
async function withSecret(context: Context, row: Row<typeof device>): Promise<Credentials> {
  const { id, deviceKey } = row;
  if (row.authType !== 'device_secret') return { id, deviceKey };
  const deviceSecret = randomBytes(BYTES).toString('hex');
  await context.change(device, id, { deviceSecret, hasMakerSecret: false, isSecretPending: false }, [
    '发放设备密钥',
    'A device secret was issued',
  ]);
  return { id, deviceKey, deviceSecret };
}

/** Register a device. If no key is sent, its MAC becomes the key. */
export async function register({ row }: CallInputOf<typeof addDevice>, context: Context): Promise<Credentials> {
  const deviceKey =
    row.deviceKey ||
    String(row.mac ?? '')
      .replaceAll(/[\s:.-]/g, '')
      .toUpperCase();
  if (!deviceKey) throw refuse.keyMissing();
  return withSecret(context, await context.submit(device, { ...row, deviceKey }));
}

/** Issue a new secret. The previous one becomes invalid. */
export async function reissue({ id }: CallInputOf<typeof issueSecret>, context: Context): Promise<Credentials> {
  const [row] = await context.visible(device, { button: 'secret' }).all([id]);
  if (row.instanceStatus === 'retired') throw refuse.deviceRetired();
  return withSecret(context, row);
}
