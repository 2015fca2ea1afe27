import type { Label } from '#kernel/language/label.ts';
import { no, refusals } from '#kernel/language/refusal.ts';

export const refuse = refusals('system', {
  wrongPassword: no(400, (about: { left: number; minutes: number }): Label => [`账号或密码不对。还可以试${about.left}次，之后锁定${about.minutes}分钟。`, `Account or password is wrong. ${about.left} more tries, then it is locked for ${about.minutes} minutes.`]),
  accountLocked: no(400, (about: { minutes: number }): Label => [`账号已锁定，请${about.minutes}分钟后再试，或请管理员解锁。`, `This account is locked. Try again in ${about.minutes} minutes, or ask an administrator to unlock it.`]),
  wrongCaptcha: no(400, ['验证码不正确或已过期', 'The code from the picture is wrong or too old']),
  captchaNeeded: no(400, ['请输入验证码', 'Enter the code from the picture']),
  unknownGrant: no(400, ['不支持的登录方式', 'This way of logging in is not supported']),
  unknownTenant: no(400, ['租户不存在或已过期', 'There is no such company, or it has expired']),
  missingLogin: no(400, ['请输入账号和密码', 'Enter account and password']),
  refreshEnded: no(400, ['登录已失效，请重新登录', 'Your session has ended, please log in again']),
  oldPasswordWrong: no(400, ['原密码不正确', 'The old password is wrong']),
  passwordsDiffer: no(400, ['两次密码输入不一致', 'The two passwords differ']),
  passwordWeak: no(400, ['密码至少8位，并含字母和数字', 'A password needs at least 8 characters, with letters and digits']),
  passwordMissing: no(400, ['请输入密码', 'Enter a password']),
  notYourself: no(400, ['不能对自己进行此操作', 'You may not do this to yourself']),
  aboveYou: no(403, ['不能授予自己没有的权限', 'You may not grant what you do not hold']),
  reservedAlias: no(400, ['该角色别名由系统保留', 'This alias is reserved']),
  accountsFull: no(400, (about: { most: number }): Label => [`账号数量已达上限${about.most}`, `The limit of ${about.most} accounts is reached`]),
  administratorMissing: no(409, ['该租户没有 admin 账号', 'This tenant has no account “admin”']),
  keyInUse: no(409, (about: { count: number; title: Label }) => [`${about.count}${about.count === 1000 ? '条以上' : '条'}${about.title[0]}正在使用该字典键，不能删除或改键；可修改名称`, `${about.count}${about.count === 1000 ? ' or more' : ''} rows of “${about.title[1]}” carry this key: it can be relabelled, not renamed or removed`]),
  platformOnly: no(403, ['仅平台管理员可进行此操作', 'Only the platform administrator may do this']),
  keepTenant: no(400, ['平台租户不能删除', 'The platform tenant cannot be removed']),
  sealed: no(400, ['该字典已封存，键值不能增删改', 'This dictionary is sealed: its keys may not change']),
  regionHasChildren: no(409, ['请先删除下级区划', 'Remove the regions below it first']),
});
