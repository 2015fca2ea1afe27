import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import type { Passkey } from './factors.server.ts';

/**
 * The host name and address of this installation. A browser uses a passkey only under the name for which it was made.
 */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Load the library when the first key is used: it takes 0.2 s and 20 MB, and most companies have no keys. */
const keys = (): Promise<typeof import('@simplewebauthn/server')> => import('@simplewebauthn/server');

/** COSE numbers of EdDSA, ES256 and RS256, of which every current device supports one. */
const ALGORITHMS = [-8, -7, -257];

/** Derive the relying party from the address that the person typed, or that a trusted proxy forwards. */
export const relyingPartyOf = (request: FastifyRequest): RelyingParty => ({
  id: request.hostname.split(':')[0],
  origin: `${request.protocol}://${request.host}`,
});

export const optionsToAdd = async (
  place: RelyingParty,
  person: { readonly account: string; readonly name: string },
  has: readonly Passkey[],
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  (await keys()).generateRegistrationOptions({
    rpName: 'Anju 安居',
    rpID: place.id,
    userName: person.account,
    userDisplayName: person.name,
    attestationType: 'none',
    excludeCredentials: has.map((key) => ({ id: key.credential, transports: key.transports })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });

export const optionsToProve = async (
  place: RelyingParty,
  has: readonly Passkey[],
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  (await keys()).generateAuthenticationOptions({
    rpID: place.id,
    allowCredentials: has.map((key) => ({ id: key.credential, transports: key.transports })),
    userVerification: 'preferred',
  });

/** Return the key that a browser made for this challenge; null if the response is not valid. */
export async function madeKey(
  place: RelyingParty,
  challenge: string,
  response: unknown,
): Promise<Omit<Passkey, 'id'> | null> {
  const { verifyRegistrationResponse } = await keys();
  const done = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: place.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!done?.verified) return null;
  const { id, publicKey, counter, transports } = done.registrationInfo.credential;
  return {
    credential: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: (transports ?? []) as Passkey['transports'],
  };
}

/** Return which of these keys signed this challenge, and its new use counter; null if none did. */
export async function provedKey(
  place: RelyingParty,
  challenge: string,
  has: readonly Passkey[],
  response: unknown,
): Promise<{ id: string; counter: number } | null> {
  const answer = response as AuthenticationResponseJSON;
  const key = has.find((one) => one.credential === answer?.id);
  if (!key) return null;
  const { verifyAuthenticationResponse } = await keys();
  const done = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: place.id,
    requireUserVerification: false,
    credential: {
      id: key.credential,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      counter: key.counter,
      transports: key.transports,
    },
  }).catch(() => null);
  return done?.verified ? { id: key.id, counter: done.authenticationInfo.newCounter } : null;
}
