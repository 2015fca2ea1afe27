import { randomBytes } from 'node:crypto';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import type { addDevice, issueSecret } from './device.calls.ts';
import { device } from './device.paper.ts';

/** 128 bits. */
const BYTES = 16;

type Credentials = CallAnswer<typeof addDevice>;

/** A new secret of a device that goes by one: sealed in its row, told here and nowhere again. */
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

/** Registers a device; without a key of its own it goes by its MAC. */
export async function register({ row }: CallInputOf<typeof addDevice>, context: Context): Promise<Credentials> {
  const deviceKey =
    row.deviceKey ||
    String(row.mac ?? '')
      .replaceAll(/[\s:.-]/g, '')
      .toUpperCase();
  if (!deviceKey) throw refuse.keyMissing();
  return withSecret(context, await context.submit(device, { ...row, deviceKey }));
}

/** The secret so far holds no more. */
export async function reissue({ id }: CallInputOf<typeof issueSecret>, context: Context): Promise<Credentials> {
  const [row] = await context.visible(device, { button: 'secret' }).all([id]);
  if (row.instanceStatus === 'retired') throw refuse.deviceRetired();
  return withSecret(context, row);
}
