import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import type { Passkey } from './factors.server.ts';

/** Under which name this house is known to a browser: keys made for one name open no other. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Read when the first key is asked for: it takes 0.2 s and 20 MB, and most companies have no keys. */
const keys = (): Promise<typeof import('@simplewebauthn/server')> => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256: what every device of today makes. */
const ALGORITHMS = [-8, -7, -257];

/** By the address the person typed; behind a proxy that is believed, by what the proxy says. */
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

/** The key that a browser made for our challenge, or null. */
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

/** Which of these keys answered our challenge, and how often it was used; null when none did. */
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
