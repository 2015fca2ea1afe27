/** Identification of a device at its login, as parsed from client id and user name. */
export interface DeviceLogin {
  readonly clientId: string;
  readonly modelCode: string;
  readonly deviceKey: string;
  /** Time of the login (milliseconds) as text, since it is signed; `0` from a device without a clock. */
  readonly ts: string;
}

/** Maximal difference between the signed time and the platform's clock. */
export const LOGIN_WINDOW_MS = 15 * 60_000;

const USER = /^([\w.:-]{1,64})&([a-z][a-z\d_]{1,31})&(\d{1,15})$/;

/**
 * Parse the user name `{deviceKey}&{modelCode}&{ts}`. Null: it is malformed, or the client id is not
 * `{modelCode}.{deviceKey}`.
 */
export function readLogin(clientId: string | null, username: string): DeviceLogin | null {
  const [, deviceKey, modelCode, ts] = USER.exec(username) ?? [];
  if (deviceKey === undefined) return null;
  const named = `${modelCode}.${deviceKey}`;
  if (clientId !== null && clientId !== named) return null;
  return { clientId: named, modelCode, deviceKey, ts };
}

/** Return the text whose HMAC is the password. */
export const signedText = ({ clientId, deviceKey, modelCode, ts }: DeviceLogin): string =>
  `${clientId}${deviceKey}${modelCode}${ts}`;

/**
 * Does the signed time differ from the platform's clock by at most `LOGIN_WINDOW_MS`? A device without a clock sends 0,
 * if its model allows that.
 */
export function isFresh(ts: string, nowMs: number, mayLackClock: boolean): boolean {
  if (ts === '0') return mayLackClock;
  return Math.abs(Number(ts) - nowMs) <= LOGIN_WINDOW_MS;
}
