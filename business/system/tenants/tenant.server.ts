import { englishDay } from '#kernel/language/days.ts';
import type { CallInputOf } from '#kernel/language/calls/call.ts';
import {
  type Context,
  type OwnCall,
  type WorkSteps,
  asMd5,
  behaviour,
  endSessionsIn,
  generatedPassword,
  hashPassword,
  implement,
  row as refuseRow,
  sentField,
} from '#kernel/server';
import type { Row } from '#kernel/language/paper.ts';
import { sendNotice } from '#kernel/language/rooms/notice.ts';
import { refuse } from '../refusals.ts';
import { type Ask, furnish, furnishings, seedAdministrator } from '../seed/furnish.server.ts';
import { tenantPackage } from './package/tenant-package.paper.ts';
import { boundHost, hostIn } from './tenant-info.server.ts';
import {
  type BoughtPackage,
  type TenantChoice,
  bindDatasource,
  chooseTenant,
  givePackage,
  packageOfTenant,
  resetAdministrator,
  setTenantLimits,
} from './tenant.calls.ts';
import { tenant } from './tenant.paper.ts';

const PLATFORM = '000000';

/** Is it the name of an IANA time zone? */
function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

async function setLimits({ ids, limits }: CallInputOf<typeof setTenantLimits>, context: Context): Promise<object> {
  if (!ids?.length) throw refuseRow.noneChosen();
  const { accountNumber, expireTime } = limits;
  for (const id of ids)
    await context.change(
      tenant,
      id,
      {
        ...(accountNumber !== undefined && { accountNumber: sentField(tenant, limits, 'accountNumber') }),
        ...(expireTime !== undefined && { expireTime: sentField(tenant, limits, 'expireTime') }),
      },
      ['设置额度与期限', 'Limits set'],
    );
  return {};
}

/**
 * Set a new password of the administrator, return it once, and require a change at the first login. A new company has
 * no other login.
 */
async function freshPassword(context: Context, id: string): Promise<Record<string, string>> {
  if (!context.person.platform) throw refuse.platformOnly();
  const of = await context.get(tenant, id);
  const password = generatedPassword();
  const hash = await hashPassword(asMd5(password));
  const found = await context.inTenant(of.tenantId, async () => {
    const own = await context.sql.query<{ id: string; account: string }>(
      "update blade_user set password = $2, must_change = true where tenant_id = $1 and account = 'admin' and is_deleted = 0 returning id, account",
      [of.tenantId, hash],
    );
    for (const { id: userId } of own) await endSessionsIn(context.sql, of.tenantId, userId, context.now());
    return own;
  });
  if (!found.length) throw refuse.administratorMissing();
  await context.note(tenant, of.id, 'resetPassword', ['重置管理员密码', 'Administrator’s password reset']);
  return { [found[0].account]: password };
}

/** Return the company of a tenant id; refuse an unknown one. */
async function companyAt(context: Context, tenantId: string | null): Promise<Row<typeof tenant>> {
  const [of] = tenantId ? await context.find(tenant, { tenantId }) : [];
  if (!of) throw refuse.unknownTenant();
  return of;
}

const calls: readonly OwnCall[] = [
  implement(packageOfTenant, {
    async read({ tenantId }, reading) {
      const [row] = await reading.sql.query<BoughtPackage>(
        `select p.id, p.package_name as "packageName", array_to_string(p.menu_id, ',') as "menuId", coalesce(p.remark, '') as remark, t.tenant_id as "tenantId", p.id as "packageId"
        from blade_tenant t join blade_tenant_package p on p.id = t.package_id and p.is_deleted = 0 where t.tenant_id = $1 and t.is_deleted = 0`,
        [tenantId ?? ''],
      );
      return row ?? {};
    },
  }),
  implement(bindDatasource, {
    async write({ tenantId, datasourceId }, context) {
      await context.resubmit(tenant, (await companyAt(context, tenantId)).id, { datasourceId });
      return {};
    },
  }),
  implement(givePackage, {
    async write({ tenantId, packageId }, context) {
      const of = await companyAt(context, tenantId);
      if (of.tenantId === PLATFORM) throw refuse.platformUnbound();
      const to = packageId ? (await context.get(tenantPackage, packageId)).id : null;
      await context.change(tenant, of.id, { packageId: to }, ['设置产品包', 'Package set']);
      return {};
    },
  }),
  implement(resetAdministrator, { secret: true, write: ({ id }, context) => freshPassword(context, id) }),
  implement(setTenantLimits, { write: setLimits }),
  implement(chooseTenant, {
    read: (_asked, reading) =>
      reading.sql.query<TenantChoice>(
        'select id, tenant_id as "tenantId", tenant_name as "tenantName" from blade_tenant where is_deleted = 0 and ($1 or tenant_id = $2) order by id',
        [reading.person.platform, reading.tenantId],
      ),
  }),
];

async function freshId(context: Context): Promise<string> {
  const [{ id }] = await context.sql.query<{ id: string }>(
    "select (coalesce(max(tenant_id::bigint), 100000) + 1)::text as id from blade_tenant where tenant_id ~ '^[0-9]{6}$'",
  );
  return id.padStart(6, '0');
}

/** Days before the end at which administrators are notified. */
const REMINDED_AT = [1, 7, 14];

/**
 * Notify the administrators of a company 14, 7 and 1 days before its end, once each. After a change of the end date
 * they are notified again.
 */
async function remindOfEnd({ step }: WorkSteps): Promise<void> {
  await step(async (context) => {
    const [row] = await context.sql.query<{ name: string; end: string; days: number; trial: boolean }>(
      `select tenant_name as name, left(expire_time::text, 16) as "end", ceil(extract(epoch from expire_time - $2::timestamptz) / 86400)::int as days, tenant_kind = 'trial' as trial
      from blade_tenant where tenant_id = $1 and is_deleted = 0 and expire_time > $2::timestamptz`,
      [context.tenantId, context.now()],
    );
    const at = row && REMINDED_AT.find((days) => row.days <= days);
    if (!row || at === undefined) return;
    const what = row.trial ? (['试用', 'trial'] as const) : (['服务', 'service'] as const);
    await context.call(sendNotice, {
      to: [],
      roles: ['admin', 'administrator'],
      kind: 'system',
      title: [
        `${what[0]}还有${row.days}天到期`,
        `The ${what[1]} ends in ${row.days} ${row.days === 1 ? 'day' : 'days'}`,
      ],
      content: [
        `${row.name}的${what[0]}于 ${row.end} 到期。到期后只能查看，之后无法登录；请联系平台续期。`,
        `The ${what[1]} of ${row.name} ends on ${englishDay(row.end)} ${row.end.slice(11, 16)}. From then on it can only be looked at, later nobody gets in; ask the platform to prolong it.`,
      ],
      about: { paper: tenant.name, id: '', caption: '' },
      again: `end ${row.end} ${at}`,
    });
  });
}

/** Refuse a host that another company has: the login page finds the company by its host. */
async function assertHostFree(context: Context, domain: unknown, before: Row<typeof tenant> | null): Promise<void> {
  const host = hostIn(String(domain ?? '').trim());
  if (!host || domain === before?.domain) return;
  await context.lock('tenant');
  const [other] = await context.sql.query<{ name: string }>(
    `select tenant_name as name from blade_tenant where is_deleted = 0 and domain is not null and ${boundHost} = $1 and id <> $2::bigint`,
    [host, before?.id ?? '0'],
  );
  if (other)
    throw refuse.hostTaken({
      fields: [
        { field: 'domain', words: [`该域名已绑定“${other.name}”`, `This domain leads to ${other.name} already`] },
      ],
    });
}

export default behaviour(tenant, {
  timed: { remindOfEnd: { cron: '0 8 * * *', work: remindOfEnd } },
  async saving(context, { before, values }) {
    if (!context.person.platform) throw refuse.platformOnly();
    if (before?.tenantId === PLATFORM && (values.packageId || values.expireTime)) throw refuse.platformUnbound();
    if (values.zone && !isZone(values.zone))
      throw refuse.zoneWrong({
        fields: [
          {
            field: 'zone',
            words: ['没有这个时区，例如 Asia/Shanghai', 'There is no such zone: for example Asia/Shanghai'],
          },
        ],
      });
    await assertHostFree(context, values.domain, before);
    if (before) return {};
    await context.lock('tenant');
    return { tenantId: await freshId(context) };
  },
  async saved(context, { before, row }) {
    if (before) return;
    const ask: Ask = (text, values) => context.sql.query(text, values);
    const [{ ms }] = await context.sql.query<{ ms: number }>(
      'select (extract(epoch from $1::timestamptz) * 1000)::float8 as ms',
      [context.now()],
    );
    const seeding = { ask, ms, rooms: context.rooms, furnishings: context.contributions(furnishings) };
    await context.inTenant(row.tenantId, async () => {
      await seedAdministrator(seeding, {
        tenantId: row.tenantId,
        name: row.tenantName,
        platform: false,
        password: '',
        mustChange: true,
      });
      await furnish(seeding, row.tenantId, new Map());
    });
  },
  staying: async (_context, rows) =>
    new Map(rows.filter((row) => row.tenantId === PLATFORM).map((row) => [row.id, refuse.keepTenant()])),
  calls,
});
