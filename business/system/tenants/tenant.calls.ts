import { flag } from '#kernel/fields/flag/flag.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, roomCall, wholeBody } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyText,
  bothLanguages,
  list,
  map,
  nothing,
  nullable,
  optional,
  orEmpty,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { tenantPackage } from './package/tenant-package.paper.ts';
import { tenant } from './tenant.paper.ts';

const tenantId = text(['租户编号', 'Tenant id']);

const packageParts = {
  id: anyText,
  packageName: anyText,
  /** Ids of its menus, joined by commas. */ menuId: nullable(anyText),
  remark: anyText,
};
const boughtPackage = record({ ...packageParts, tenantId: anyText, packageId: anyText });
const packageChoice = record(packageParts);

export const packageOfTenant = call(tenant, 'package-detail', {
  method: 'GET',
  needs: 'view',
  title: ['租户的产品包', 'The package of a tenant'],
  query: { tenantId },
  answer: orEmpty(boughtPackage),
});

export const bindDatasource = call(tenant, 'datasource', {
  method: 'POST',
  needs: 'edit',
  title: ['绑定租户数据源', 'Bind a tenant to a datasource'],
  query: { tenantId, datasourceId: id(['数据源', 'Data source']) },
  answer: nothing,
});

export const givePackage = call(tenant, 'package-setting', {
  method: 'POST',
  needs: 'edit',
  title: ['设置租户产品包', 'Give a tenant a package'],
  query: { tenantId, packageId: id(['产品包', 'Package']) },
  answer: nothing,
});

/** Returns the new password by the account of the administrator. */
export const resetAdministrator = call(tenant, 'reset-administrator', {
  method: 'POST',
  needs: 'edit',
  title: ['重置租户管理员密码', 'Reset the password of a tenant’s administrator'],
  query: { id: id(['租户', 'Tenant'], { required: true }) },
  answer: map(anyText),
});

/** Changes the maximum of accounts and the end of tenants. Values that are not sent are unchanged. */
export const setTenantLimits = call(tenant, 'setting', {
  method: 'POST',
  needs: 'edit',
  title: ['租户额度与期限', 'Limits of tenants'],
  query: { ids: refs('tenant', ['租户', 'Tenants']) },
  body: { limits: wholeBody(tenant, ['accountNumber', 'expireTime']) },
  answer: nothing,
});

const tenantChoice = record({ id: anyText, tenantId: anyText, tenantName: anyText });

export const chooseTenant = call(tenant, 'select', {
  method: 'GET',
  needs: 'person',
  title: ['租户下拉', 'Tenants to choose from'],
  answer: list(tenantChoice),
});

export const choosePackage = call(tenantPackage, 'select', {
  method: 'GET',
  needs: 'view',
  title: ['产品包下拉', 'Packages to choose from'],
  answer: list(packageChoice),
});

/** An account of the demo company, which the login page offers for a login by one click. */
const demoAccount = record({ tenant: anyText, account: anyText, password: anyText, role: bothLanguages });

/** The company of a host for the login page; an unknown host reveals nothing. */
export const companyOfHost = roomCall('blade-system/tenant/info', {
  method: 'GET',
  needs: 'anonymous',
  title: ['按域名取租户', 'Company of a host'],
  client: 'optional',
  query: { domain: longText(['域名', 'Domain']) },
  answer: record({
    tenantId: optional(anyText),
    tenantName: optional(anyText),
    domain: optional(anyText),
    backgroundUrl: optional(anyText),
    logoUrl: optional(anyText),
    captcha: optional(yesOrNo),
    providers: optional(list(record({ source: anyText, name: bothLanguages }))),
    demo: optional(list(demoAccount)),
  }),
});

export const exportTenant = roomCall('blade-system/tenant/export', {
  method: 'POST',
  needs: 'person',
  title: ['导出租户全部数据', 'Archive of everything a tenant has'],
  query: {
    tenantId,
    reason: longText(['原因', 'Reason']),
    withoutValues: flag(['不含设备数据', 'Without values of devices']),
  },
  answer: record({ job: anyText }),
});

export type BoughtPackage = AnswerOf<typeof boughtPackage>;
export type PackageChoice = AnswerOf<typeof packageChoice>;
export type TenantChoice = AnswerOf<typeof tenantChoice>;
export type DemoLogin = AnswerOf<typeof demoAccount>;
