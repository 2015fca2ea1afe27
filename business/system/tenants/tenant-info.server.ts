import { type App, type OpenCall, type Route, fileLink, implementOpen } from '#kernel/server';
import { clientIfKnown } from '../clients/known-clients.server.ts';
import { type DemoLogin, companyOfHost } from './tenant.calls.ts';

/** The host that a company is bound to, of its address as somebody wrote it. */
export const boundHost = "lower(regexp_replace(regexp_replace(domain, '^https?://', '', 'i'), '[/?#].*$', ''))";

/** The host of an address, with its port where it names one. */
export const hostIn = (address: string): string =>
  (/^(?:https?:\/\/)?([^/?#\s]+)/i.exec(address)?.[1] ?? '').toLowerCase();

/** Where a client stands: old ones send the origin, some the whole address. */
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

const told = `tenant_id as "tenantId", tenant_name as "tenantName", coalesce(domain, '') as domain, coalesce(background_url, '') as "backgroundUrl", coalesce(logo_url, '') as "logoUrl", logo::text as logo, background::text as background`;

const demoTenant = async (app: App): Promise<Told | undefined> =>
  (
    await app.db.platform((sql) =>
      sql.query<Told>(`select ${told} from blade_tenant where is_deleted = 0 order by tenant_id limit 1`),
    )
  )[0];

/** The pictures of a company are kept by the platform, which alone writes them; everybody who comes to the login page sees them. */
export const companyPicture = (app: App, attachment: string | null | undefined): string =>
  attachment ? fileLink(app, app.ports.platformTenant, attachment) : '';

/** The company of a host, for the login page; nothing is said of hosts nobody registered. */
export const tenantInfoRoute = (app: App, accounts: () => readonly DemoLogin[]): Route =>
  implementOpen(companyOfHost, async ({ domain }, asking) => {
    const [row] = await app.db.platform((sql) =>
      sql.query<Told>(
        `select ${told} from blade_tenant
       where is_deleted = 0 and domain is not null and ${boundHost} = $1`,
        [hostOf(domain, asking)],
      ),
    );
    const own = (await clientIfKnown(asking))?.face === 'own';
    // Nothing at all for the login of a published client: it asks for the company then.
    if (!row && !own) return {};
    // The demo company is found at whatever address somebody tries it, by our own client.
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
