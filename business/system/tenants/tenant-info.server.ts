import type { House } from '#kernel/server/house.ts';
import type { OpenCall, Route } from '#kernel/server/http/route.ts';

/** Where a client stands: old ones send the origin, some the whole address. */
function hostOf(call: OpenCall): string {
  const given = (call.query.domain ?? '').slice(0, 300);
  const named = /^(?:https?:\/\/)?([^/?#\s]+)/i.exec(given)?.[1] ?? '';
  return (named || String(call.request.headers.host ?? '')).toLowerCase();
}

const demoTenant = async (house: House): Promise<Record<string, unknown> | undefined> =>
  (await house.db.platform((sql) => sql.query(`select tenant_id as "tenantId", tenant_name as "tenantName", coalesce(domain, '') as domain, coalesce(background_url, '') as "backgroundUrl", coalesce(logo_url, '') as "logoUrl" from blade_tenant where is_deleted = 0 order by tenant_id limit 1`)))[0];

/** The company of a host, for the login page; nothing is said of hosts nobody registered. */
export function tenantInfoRoute(house: House, accounts: () => readonly unknown[]): Route {
  return { method: 'GET', path: 'blade-system/tenant/info', needs: 'anonymous', summary: ['按域名取租户', 'Company of a host'], query: ['domain'], open: async (call) => {
    const host = hostOf(call);
    const [row] = await house.db.platform((sql) => sql.query<{ tenantId: string; tenantName: string; domain: string; backgroundUrl: string; logoUrl: string }>(
      `select tenant_id as "tenantId", tenant_name as "tenantName", domain, coalesce(background_url, '') as "backgroundUrl", coalesce(logo_url, '') as "logoUrl" from blade_tenant
       where is_deleted = 0 and domain is not null and lower(regexp_replace(regexp_replace(domain, '^https?://', ''), '/.*$', '')) = $1`, [host]));
    // The demo company is found at whatever address somebody tries it.
    const found = row ?? (house.settings.demo ? await demoTenant(house) : undefined);
    return { ...found, captcha: house.settings.captcha, providers: house.settings.providers.map(({ source, name }) => ({ source, name })), ...(house.settings.demo && { demo: accounts() }) };
  } };
}
