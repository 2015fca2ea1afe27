import { dict } from '#kernel/fields/dict/dict.ts';
import { file } from '#kernel/fields/file/file.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { tenantKind } from '../dictionaries.ts';

/**
 * A company that works with Anju. Rows of another company are invisible to it. Its export is an archive of all its
 * data, not a sheet of this list.
 */
export const tenant = paper('tenant', {
  title: ['租户', 'Tenant'],
  table: 'blade_tenant',
  path: 'blade-system/tenant',
  owner: 'platform',
  rights: { read: ['administrator'], write: ['administrator'], remove: ['administrator'] },
  sight: 'shared',
  wholeRows: true,
  caption: 'tenantName',
  hint: ['tenantId'],
  search: ['tenantId', 'tenantName', 'linkman'],
  fields: {
    tenantId: text(['租户编号', 'Tenant id'], {
      auto: true,
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 12,
    }),
    tenantName: text(['租户名称', 'Tenant'], { required: true, list: true, filter: 'like', max: 100 }),
    domain: text(['绑定域名', 'Domain'], { list: true, max: 255 }),
    logo: file(['公司标志', 'Logo'], {
      takes: 'image',
      help: [
        '显示在登录页与左上角，方形、背景透明的最合适',
        'On the login page and in the corner; best square, on a transparent ground',
      ],
    }),
    background: file(['登录背景', 'Login picture'], {
      takes: 'image',
      help: ['占登录页的左半边', 'Fills the left half of the login page'],
    }),
    logoUrl: text(['公司标志地址', 'Address of the logo'], {
      max: 500,
      help: [
        '交给其他客户端的地址；上传了图片就用图片',
        'What other clients are told; an uploaded picture goes before it',
      ],
    }),
    backgroundUrl: text(['登录背景地址', 'Address of the login picture'], { max: 500 }),
    linkman: text(['联系人', 'Contact'], { required: true, list: true, max: 64 }),
    contactNumber: text(['联系电话', 'Phone'], { list: true, filter: 'like', max: 32 }),
    address: text(['联系地址', 'Address'], { max: 255 }),
    zone: text(['业务时区', 'Time zone'], { initial: 'Asia/Shanghai', max: 64 }),
    packageId: ref('tenantPackage', ['产品包', 'Package'], {
      list: true,
      filter: 'exact',
      help: ['该公司所有权限的上限；空为不限', 'The upper bound of every right in this company; empty: none'],
    }),
    datasourceId: ref('datasource', ['数据源', 'Data source'], {
      help: ['登记该公司使用的外部数据库，仅作记录', 'Which other database the company works with: kept as a record'],
    }),
    tenantKind: dict(tenantKind, ['阶段', 'Stage'], { list: true, initial: 'paid', filter: 'exact' }),
    accountNumber: integer(['账号额度', 'Accounts'], {
      list: true,
      min: 'any',
      help: ['0 或以下不限', '0 or less: no limit'],
      max: 1_000_000,
    }),
    expireTime: moment(['过期时间', 'Expires'], {
      list: true,
      filter: 'range',
      help: [
        '到期后只读若干天（参数 tenant.graceDays），之后不能登录',
        'After it, it can be read for some days (parameter tenant.graceDays); then nobody gets in',
      ],
    }),
  },
  menu: { group: 'system', icon: 'building-2', path: '/system/tenant', sort: 110 },
  familyPage: { group: 'system', code: 'tenant', path: '/system/tenant' },
});
