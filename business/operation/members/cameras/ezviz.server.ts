import { createHash } from 'node:crypto';

/** What the maker of the cameras grants for a home. */
export interface Grant {
  readonly accessToken: string;
  /** `yyyy-MM-dd HH:mm:ss`; null where it was not told. */ readonly expireTime: string | null;
}

/** How codes are exchanged: a port, simulated unless a real one is put in its place. */
export type ExchangeCode = (code: string) => Promise<Grant | null>;

/** The simulated maker knows every code that begins with `ok`; its tokens hold until somebody changes them. */
export const exchangeCode: ExchangeCode = (code) =>
  Promise.resolve(
    code.startsWith('ok')
      ? { accessToken: `at.${createHash('sha256').update(code).digest('hex').slice(0, 32)}`, expireTime: null }
      : null,
  );
