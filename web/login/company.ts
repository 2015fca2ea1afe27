import type { Label } from '#kernel/language/label.ts';

/** An account of the demo company, which a click fills in. */
export interface DemoAccount {
  readonly tenant: string;
  readonly account: string;
  readonly password: string;
  readonly role: Label;
}

/** Facts about the company of this host that are known before the login. */
export interface LoginCompany {
  readonly tenantId?: string;
  readonly tenantName?: string;
  readonly domain?: string;
  readonly captcha?: boolean;
  readonly demo?: readonly DemoAccount[];
  /** Providers that people of the company may log in with. */ readonly providers?: readonly {
    readonly source: string;
    readonly name: Label;
  }[];
  readonly logoUrl?: string;
  readonly backgroundUrl?: string;
}
