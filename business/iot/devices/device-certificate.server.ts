import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { claimKeys } from '../gateway/connect/channel/ports/claim-keys.server.ts';
import { refuse } from '../refusals.ts';
import type { device } from './device.paper.ts';

type Device = Row<typeof device>;

/** Return a fingerprint in 64 hex digits. People paste it with colons or with the name of the algorithm before it. */
export function plainFingerprint(text: string): string {
  const plain = text.replace(/^.*=/, '').replaceAll(/[\s:]/g, '').toLowerCase();
  if (/^[\da-f]{64}$/.test(plain)) return plain;
  const { words } = refuse.certificateMalformed();
  throw refuse.certificateMalformed({ fields: [{ field: 'certFingerprint', words }] });
}

/** Let devices own their certificates in the installation, or release them. A certificate names no company. */
export async function claimCertificates(
  context: Context,
  devices: readonly Pick<Device, 'id' | 'certFingerprint'>[],
  isGone = false,
): Promise<void> {
  const rows = devices.map(({ id, certFingerprint }) => ({ id, key: isGone ? null : certFingerprint || null }));
  if ((await claimKeys(context, 'cert', rows)) === undefined) return;
  const { words } = refuse.certificateTaken();
  throw refuse.certificateTaken({ fields: [{ field: 'certFingerprint', words }] });
}
