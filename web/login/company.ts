import type { Label } from '#kernel/language/label.ts';

/** Somebody of the demo company who may be logged in as by one press. */
export interface DemoAccount {
  readonly tenant: string;
  readonly account: string;
  readonly password: string;
  readonly role: Label;
}

/** What the server tells a stranger about the company behind this host. */
export interface LoginCompany {
  readonly tenantId?: string;
  readonly tenantName?: string;
  readonly domain?: string;
  readonly captcha?: boolean;
  readonly demo?: readonly DemoAccount[];
  /** Who else vouches for people here. */ readonly providers?: readonly {
    readonly source: string;
    readonly name: Label;
  }[];
  readonly logoUrl?: string;
  readonly backgroundUrl?: string;
}
