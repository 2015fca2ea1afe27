import { englishDay } from '#kernel/language/days.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import {
  asMd5,
  behaviour,
  type CallInput,
  type Context,
  generatedPassword,
  hashPassword,
  row as refuseRow,
  type WorkSteps,
} from '#kernel/server';
import type { Row } from '#kernel/language/paper.ts';
import { sendNotice } from '#kernel/language/rooms/notice.ts';
import { refuse } from '../refusals.ts';
import { type Ask, furnish, seedAdministrator } from '../seed/furnish.server.ts';
import { tenantPackage } from './package/tenant-package.paper.ts';
import { boundHost, hostIn } from './tenant-info.server.ts';
import { tenant } from './tenant.paper.ts';

const PLATFORM = '000000';

/** Is it a zone of the world that clocks know? */
function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

const idsOf = (text: unknown): string[] =>
  String(text ?? '')
    .split(',')
    .filter(isId);

async function setLimits(asking: CallInput, context: Context): Promise<Record<string, unknown>> {
  const { accountNumber, expireTime } = asking.body;
  const ids = idsOf(asking.body.ids);
  if (!ids.length) throw refuseRow.noneChosen();
  for (const id of ids) {
    await context.change(
      tenant,
      id,
      {
        ...(accountNumber !== undefined && { accountNumber: accountNumber as number }),
        ...(expireTime !== undefined && { expireTime: expireTime as string }),
      },
      ['设置额度与期限', 'Limits set'],
    );
  }
  return {};
}

/** Nobody can log in to a new company until its administrator has a password; it is shown once and must be changed at the first login. */
async function resetAdministrator(asking: CallInput, context: Context): Promise<Record<string, string>> {
  if (!context.person.platform) throw refuse.platformOnly();
  const of = await context.get(tenant, String(asking.query.id || asking.body.id || ''));
  const password = generatedPassword();
  const hash = await hashPassword(asMd5(password));
  const found = await context.inTenant(of.tenantId!, () =>
    context.sql.query<{ account: string }>(
      `with own as (update blade_user set password = $2, must_change = true where tenant_id = $1 and account = 'admin' and is_deleted = 0 returning id, account),
    ended as (update anju_session s set ended = $3 from own where s.tenant_id = $1 and s.user_id = own.id and s.ended is null) select account from own`,
      [of.tenantId, hash, context.now()],
    ),
  );
  if (!found.length) throw refuse.administratorMissing();
  await context.note(tenant, of.id, 'resetPassword', ['重置管理员密码', 'Administrator’s password reset']);
  return { [found[0].account]: password };
}

async function freshId(context: Context): Promise<string> {
  const [{ id }] = await context.sql.query<{ id: string }>(
    "select (coalesce(max(tenant_id::bigint), 100000) + 1)::text as id from blade_tenant where tenant_id ~ '^[0-9]{6}$'",
  );
  return id.padStart(6, '0');
}

/** Days before the end at which the administrators of a company are told. */
const REMINDED_AT = [1, 7, 14];

/** Tells the administrators of a company that it ends soon: at 14, 7 and 1 days, once each, and again when the end was moved. */
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

/** One host leads to one company: two would make the login page a matter of luck. */
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
    const seeding = { ask, ms, rooms: context.rooms };
    await context.inTenant(row.tenantId!, async () => {
      await seedAdministrator(seeding, {
        tenantId: row.tenantId!,
        name: row.tenantName,
        platform: false,
        password: '',
        mustChange: true,
      });
      await furnish(seeding, row.tenantId!, new Map());
    });
  },
  staying: async (_context, rows) =>
    new Map(rows.filter((row) => row.tenantId === PLATFORM).map((row) => [row.id, refuse.keepTenant()])),
  calls: [
    {
      method: 'GET',
      path: 'package-detail',
      needs: 'view',
      summary: ['租户的产品包', 'The package of a tenant'],
      query: ['tenantId'],
      read: async (asking, reading) => {
        const [row] = await reading.sql.query(
          `select p.id, p.package_name as "packageName", array_to_string(p.menu_id, ',') as "menuId", coalesce(p.remark, '') as remark, t.tenant_id as "tenantId", p.id as "packageId"
        from blade_tenant t join blade_tenant_package p on p.id = t.package_id and p.is_deleted = 0 where t.tenant_id = $1 and t.is_deleted = 0`,
          [String(asking.query.tenantId ?? '')],
        );
        return row ?? {};
      },
    },
    {
      method: 'POST',
      path: 'datasource',
      needs: 'edit',
      summary: ['绑定租户数据源', 'Bind a tenant to a datasource'],
      query: ['tenantId', 'datasourceId'],
      write: async (asking, context) => {
        const { tenantId = '', datasourceId = '' } = asking.body;
        const [of] = await context.find(tenant, { tenantId: String(tenantId) } as never);
        if (!of) throw refuse.unknownTenant();
        await context.resubmit(tenant, of.id, { datasourceId: datasourceId || null });
        return {};
      },
    },
    {
      method: 'POST',
      path: 'package-setting',
      needs: 'edit',
      summary: ['设置租户产品包', 'Give a tenant a package'],
      query: ['tenantId', 'packageId'],
      write: async (asking, context) => {
        const { tenantId = '', packageId = '' } = asking.body;
        const [of] = await context.find(tenant, { tenantId: String(tenantId) } as never);
        if (!of) throw refuse.unknownTenant();
        if (of.tenantId === PLATFORM) throw refuse.platformUnbound();
        const to = isId(String(packageId)) ? (await context.get(tenantPackage, String(packageId))).id : null;
        await context.change(tenant, of.id, { packageId: to }, ['设置产品包', 'Package set']);
        return {};
      },
    },
    {
      method: 'POST',
      path: 'reset-administrator',
      needs: 'edit',
      summary: ['重置租户管理员密码', 'Reset the password of a tenant’s administrator'],
      query: ['id'],
      secret: true,
      write: resetAdministrator,
    },
    {
      method: 'POST',
      path: 'setting',
      needs: 'edit',
      summary: ['租户额度与期限', 'Limits of tenants'],
      query: ['ids', 'accountNumber', 'expireTime'],
      write: setLimits,
    },
    {
      method: 'GET',
      path: 'select',
      needs: 'person',
      summary: ['租户下拉', 'Tenants to choose from'],
      read: async (_asking, reading) =>
        reading.sql.query(
          'select id, tenant_id as "tenantId", tenant_name as "tenantName" from blade_tenant where is_deleted = 0 and ($1 or tenant_id = $2) order by id',
          [reading.person.platform, reading.tenantId],
        ),
    },
  ],
});
