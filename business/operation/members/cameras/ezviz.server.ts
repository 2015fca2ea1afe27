import { createHash } from 'node:crypto';

/** Access to the cameras of a home, granted by the maker's cloud. */
export interface Grant {
  readonly accessToken: string;
  /** Expiry as `yyyy-MM-dd HH:mm:ss`; null: unknown. */ readonly expireTime: string | null;
}

/** Exchanges an authorization code for a grant; null: the code is invalid. */
export type ExchangeCode = (code: string) => Promise<Grant | null>;

/** Simulated exchange: codes that begin with `ok` are valid, and tokens do not expire. */
export const exchangeCode: ExchangeCode = (code) =>
  Promise.resolve(
    code.startsWith('ok')
      ? { accessToken: `at.${createHash('sha256').update(code).digest('hex').slice(0, 32)}`, expireTime: null }
      : null,
  );
