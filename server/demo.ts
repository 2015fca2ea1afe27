import type { House } from '#kernel/server/house.ts';

/** An account that everybody may know: it exists only with the demo company. */
export interface DemoAccount { readonly tenant: string; readonly account: string; readonly password: string; readonly role: readonly [string, string] }

export const demoAccounts = (): DemoAccount[] => [{ tenant: '000000', account: 'admin', password: 'admin', role: ['平台管理员', 'Platform administrator'] }];

export async function seedDemo(_house: House, _ownerUrl: string, _say: (step: string) => void): Promise<boolean> { return false; }
