import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** The certificate that a device presented; the handshake proved that it has the private key. */
export interface PresentedCertificate {
  /** SHA-256 of the certificate, in hex. */ readonly fingerprint: string;
  /** Its validity in milliseconds. */ readonly from: number;
  readonly until: number;
}

/** Return the address of a peer, IPv4 in its own form. */
export const addressOfSocket = ({ remoteAddress }: Socket): string => (remoteAddress ?? '').replace(/^::ffff:/, '');

/** Return the certificate that a peer presented; undefined: none, or the connection is not encrypted. */
export function certificateOf(socket: Socket): PresentedCertificate | undefined {
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  if (!certificate) return undefined;
  return {
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    from: certificate.validFromDate.getTime(),
    until: certificate.validToDate.getTime(),
  };
}

export const fingerprintOf = (socket: Socket): string | undefined => certificateOf(socket)?.fingerprint;
