import { type App, type OpenCall, type Route, fileLink, implementOpen } from '#kernel/server';
import { clientIfKnown } from '../clients/known-clients.server.ts';
import { type DemoLogin, companyOfHost } from './tenant.calls.ts';

/** SQL of the host in a company's domain, without protocol and path. */
export const boundHost = "lower(regexp_replace(regexp_replace(domain, '^https?://', '', 'i'), '[/?#].*$', ''))";

/** Return the host of an address in lower case, with its port if it names one; empty without a host. */
export const hostIn = (address: string): string =>
  (/^(?:https?:\/\/)?([^/?#\s]+)/i.exec(address)?.[1] ?? '').toLowerCase();

/**
 * Return the host that a client asks about: that of its `domain`, which may be a whole address, else that of the
 * request.
 */
const hostOf = (domain: string | null, { request }: Pick<OpenCall, 'request'>): string =>
  hostIn((domain ?? '').slice(0, 300)) || String(request.headers.host ?? '').toLowerCase();

interface Told {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly domain: string;
  readonly backgroundUrl: string;
  readonly logoUrl: string;
  readonly logo: string | null;
  readonly background: string | null;
}

const columns = `tenant_id as "tenantId", tenant_name as "tenantName", coalesce(domain, '') as domain, coalesce(background_url, '') as "backgroundUrl", coalesce(logo_url, '') as "logoUrl", logo::text as logo, background::text as background`;

const demoTenant = async (app: App): Promise<Told | undefined> =>
  (
    await app.db.platform((sql) =>
      sql.query<Told>(`select ${columns} from blade_tenant where is_deleted = 0 order by tenant_id limit 1`),
    )
  )[0];

/**
 * Return a link to a company's picture. Only the platform uploads these files, and the login page shows them to
 * everybody.
 */
export const companyPicture = (app: App, attachment: string | null | undefined): string =>
  attachment ? fileLink(app, app.ports.platformTenant, attachment) : '';

/** Return the company of a host for the login page; an unknown host reveals nothing. */
export const tenantInfoRoute = (app: App, accounts: () => readonly DemoLogin[]): Route =>
  implementOpen(companyOfHost, async ({ domain }, asking) => {
    const [row] = await app.db.platform((sql) =>
      sql.query<Told>(
        `select ${columns} from blade_tenant
       where is_deleted = 0 and domain is not null and ${boundHost} = $1`,
        [hostOf(domain, asking)],
      ),
    );
    const own = (await clientIfKnown(asking))?.face === 'own';
    // For a published client the answer is empty: its login page then asks for the tenant id.
    if (!row && !own) return {};
    // In a demo our own client gets the demo company at any host.
    const { logo, background, ...found } =
      row ?? (app.settings.demo ? await demoTenant(app) : undefined) ?? ({} as Partial<Told>);
    return {
      ...found,
      ...(logo && { logoUrl: companyPicture(app, logo) }),
      ...(background && { backgroundUrl: companyPicture(app, background) }),
      captcha: app.settings.captcha,
      providers: app.settings.providers.map(({ source, name }) => ({ source, name })),
      ...(app.settings.demo && { demo: accounts() }),
    };
  });
