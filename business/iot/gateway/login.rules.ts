/** How a device names itself when it connects. */
export interface DeviceLogin {
  readonly clientId: string;
  readonly modelCode: string;
  readonly deviceKey: string;
  /** Milliseconds, as signed; `0` of a device without a clock. */ readonly ts: string;
}

/** The clock of a device may be off by so much. */
export const LOGIN_WINDOW_MS = 15 * 60_000;

const USER = /^([\w.:-]{1,64})&([a-z][a-z\d_]{1,31})&(\d{1,15})$/;

/** `{deviceKey}&{modelCode}&{ts}` with the client id `{modelCode}.{deviceKey}`; null where the two do not fit each other. */
export function readLogin(clientId: string | null, username: string): DeviceLogin | null {
  const [, deviceKey, modelCode, ts] = USER.exec(username) ?? [];
  if (deviceKey === undefined) return null;
  const named = `${modelCode}.${deviceKey}`;
  if (clientId !== null && clientId !== named) return null;
  return { clientId: named, modelCode, deviceKey, ts };
}

/** What a device signs with its secret. */
export const signedText = ({ clientId, deviceKey, modelCode, ts }: DeviceLogin): string =>
  `${clientId}${deviceKey}${modelCode}${ts}`;

/** Is the moment that was signed near enough? Who has no clock says 0, where his model allows it. */
export function isFresh(ts: string, nowMs: number, mayLackClock: boolean): boolean {
  if (ts === '0') return mayLackClock;
  return Math.abs(Number(ts) - nowMs) <= LOGIN_WINDOW_MS;
}
