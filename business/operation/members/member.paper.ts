import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { person } from '#kernel/fields/person/person.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { ownOrders } from '#business/masterdata/own-jobs.rules.ts';
import { clientApproveStatus, clientRole, visitStatus } from '../dictionaries.ts';
import { homeRights } from '../rights.rules.ts';
import { memberLifecycle } from './member-lifecycle.rules.ts';

const [ownHome] = ownOrders('customerId', 'customerId');

/**
 * A resident with an account of the app, which the operator must approve. The account cannot log in to this product.
 */
export const member = paper('member', {
  title: ['成员', 'Member'],
  table: 'op_client',
  path: 'blade-operation/client-main',
  calls: { submit: ['saveOrUpdate'], remove: ['deleteClient'], detail: ['detail', 'clientInfo'] },
  detailBy: 'account',
  rights: homeRights,
  team: { through: 'householdId', paper: 'household' },
  department: { through: 'householdId', paper: 'household', orOwn: true },
  mine: [{ ...ownHome, steps: [{ paper: 'household', at: 'id', on: 'householdId' }, ...ownHome.steps] }],
  lifecycle: memberLifecycle,
  caption: 'name',
  hint: ['clientRole'],
  search: ['account', 'name', 'nickName'],
  uniques: [['appSubjectId', 'account']],
  once: [
    {
      by: ['householdId'],
      where: { clientRole: ['owner'], approveStatus: ['pending', 'approved'] },
      words: ['一个家庭只有一位户主', 'A home has one owner'],
    },
  ],
  buttons: {
    visit: { label: ['标记已回访', 'Mark as called back'], roles: ['as_operator', 'as_cs'] },
    resetPassword: { label: ['重置密码', 'Reset the password'], roles: ['as_operator'] },
  },
  fields: {
    householdId: ref('household', ['家庭', 'Home'], { required: true, list: true, filter: 'exact' }),
    account: text(['账号', 'Account'], { required: true, unique: true, list: true, filter: 'like', max: 50 }),
    name: text(['姓名', 'Name'], { required: true, list: true, filter: 'like', personal: 'shown', max: 50 }),
    nickName: text(['昵称', 'Nickname'], { max: 50, personal: 'shown' }),
    phone: phone(['手机号', 'Mobile'], { required: true, list: true, filter: 'exact' }),
    clientRole: dict(clientRole, ['家庭角色', 'Role'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'member',
    }),
    appSubjectId: id(['APP 主体', 'App subject'], { wire: true }),
    approveStatus: dict(clientApproveStatus, ['审核状态', 'Approval'], { auto: true, list: true, filter: 'exact' }),
    approveUser: person(['审核人', 'Approved by'], { auto: true }),
    approveTime: moment(['审核时间', 'Approved at'], { auto: true }),
    approveRemark: text(['审核意见', 'Remark on approval'], { auto: true, max: 200 }),
    visitStatus: dict(visitStatus, ['回访状态', 'Call-back'], {
      auto: true,
      list: true,
      filter: 'exact',
      initial: 'not_visited',
    }),
    visitUser: person(['回访人', 'Called back by'], { auto: true }),
    visitTime: moment(['回访时间', 'Called back at'], { auto: true, list: true }),
    visitRemark: text(['回访备注', 'Remark on the call'], { auto: true, max: 200 }),
    guestExpireTime: moment(['访客到期时间', 'Guest until']),
    enabled: flag(['启用', 'Enabled'], { list: true, filter: 'exact', initial: true }),
    password: text(['密码散列', 'Password hash'], { auto: true, secret: true, wire: true, max: 255 }),
    lastLoginTime: moment(['最近登录', 'Last login'], { auto: true }),
    appVersion: text(['APP 版本', 'App version'], { auto: true, max: 32 }),
    phoneModel: text(['机型', 'Phone model'], { auto: true, max: 64 }),
  },
  card: ['name', 'clientRole', 'phone', 'householdId', 'approveStatus'],
  menu: { group: 'homes', icon: 'users', path: '/operation/client', sort: 30 },
});
