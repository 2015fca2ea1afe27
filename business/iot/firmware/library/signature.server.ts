import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { Reading } from '#kernel/server';

/** Facts that a signature of firmware covers. Over the hash alone, an old file could return as a new version. */
export interface SignedFirmware {
  readonly modelCode: string;
  readonly module: string;
  readonly version: string;
  readonly size: number;
  readonly sha256: string;
}

/** The signed text with the names of its parts, for makers of devices. */
export const SIGNED_PARTS = 'anju-fw-1\n{modelCode}\n{module}\n{version}\n{size}\n{sha256}';

/** Return the text that is signed; devices build the same one from the notice that they get. */
export const firmwareText = ({ modelCode, module, version, size, sha256 }: SignedFirmware): string =>
  ['anju-fw-1', modelCode, module, version, size, sha256].join('\n');

/** Beginning of an Ed25519 private key in PKCS 8; the 32 bytes of the key follow (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

const privateKey = (reading: Pick<Reading, 'companyKey'>): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PKCS8, reading.companyKey('firmware')]),
    format: 'der',
    type: 'pkcs8',
  });

/** Sign firmware with the key of the company (Ed25519); return the signature in base64. */
export const signFirmware = (reading: Pick<Reading, 'companyKey'>, firmware: SignedFirmware): string =>
  sign(null, Buffer.from(firmwareText(firmware)), privateKey(reading)).toString('base64');

/** Return the public key of the company in PEM, which its devices contain. */
export const firmwareKeyPem = (reading: Pick<Reading, 'companyKey'>): string =>
  createPublicKey(privateKey(reading)).export({ type: 'spki', format: 'pem' }).toString();
