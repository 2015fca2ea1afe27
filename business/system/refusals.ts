import type { Label } from '#kernel/language/label.ts';
import { no, refusals } from '#kernel/language/refusal.ts';
import { counted } from '#kernel/language/plural.ts';

export const refuse = refusals('system', {
  envelopeClosed: no(400, [
    '密码无法解开：此客户端配置的公钥不是本系统的，请管理员更换',
    'The password cannot be opened: this client was given another public key than this server’s',
  ]),
  wrongPassword: no(400, (about: { left: number; minutes: number }): Label => [
    `账号或密码不对。还可以试${about.left}次，之后锁定${about.minutes}分钟。`,
    `Account or password is wrong. ${counted(about.left, 'more try', 'more tries')}, then it is locked for ${counted(about.minutes, 'minute')}.`,
  ]),
  accountLocked: no(400, (about: { minutes: number }): Label => [
    `账号已锁定，请${about.minutes}分钟后再试，或请管理员解锁。`,
    `This account is locked. Try again in ${counted(about.minutes, 'minute')}, or ask an administrator to unlock it.`,
  ]),
  wrongCaptcha: no(400, ['验证码不正确或已过期', 'The code from the picture is wrong or too old']),
  captchaNeeded: no(400, ['请输入验证码', 'Enter the code from the picture']),
  unknownGrant: no(400, ['不支持的登录方式', 'This way of logging in is not supported']),
  companyOver: no(403, ['公司已到期或已停用，请联系平台', 'The company has expired or is closed: ask the platform']),
  unknownTenant: no(400, ['租户不存在或已过期', 'There is no such company, or it has expired']),
  missingLogin: no(400, ['请输入账号和密码', 'Enter account and password']),
  grantClosed: no(400, ['该客户端不允许这种登录方式', 'This client may not log people in this way']),
  secondStepNeeded: no(400, ['请完成二次验证', 'Please complete the second step']),
  secondStepWrong: no(400, (about: { left: number; minutes: number }): Label => [
    `二次验证不对。还可以试${about.left}次，之后锁定${about.minutes}分钟。`,
    `The second step failed. ${counted(about.left, 'more try', 'more tries')}, then the account is locked for ${counted(about.minutes, 'minute')}.`,
  ]),
  codeWrong: no(400, (about: { left: number; minutes: number }): Label => [
    `验证码不对。还可以试${about.left}次，之后锁定${about.minutes}分钟。`,
    `The code is wrong. ${counted(about.left, 'more try', 'more tries')}, then the account is locked for ${counted(about.minutes, 'minute')}.`,
  ]),
  proofNeeded: no(400, (about: { asked: Label }): Label => [
    `请输入${about.asked[0]}以确认是本人`,
    `Prove that it is you: enter ${about.asked[1]}`,
  ]),
  totpThere: no(409, ['已启用动态口令', 'One-time codes are switched on already']),
  passkeyWrong: no(400, ['通行密钥未能验证，请重试', 'The passkey could not be verified, please try again']),
  passkeysFull: no(409, (about: { most: number }): Label => [
    `最多${about.most}个通行密钥`,
    `At most ${about.most} passkeys`,
  ]),
  secondFactorKept: no(409, [
    '公司要求二次验证，请先添加另一种',
    'Your company asks for a second factor: add another one first',
  ]),
  unknownSource: no(400, ['不支持的第三方登录', 'This third-party login is not supported']),
  stateWrong: no(400, ['第三方登录已失效，请重新开始', 'This third-party login has ended, please begin again']),
  providerFailed: no(400, ['第三方登录失败，请稍后再试', 'The third-party login failed, please try again later']),
  redirectUnknown: no(400, ['客户端或回调地址未登记', 'This client or its return address is not registered']),
  codeEnded: no(400, ['授权码无效或已过期', 'This authorization code is wrong or has ended']),
  registerTenant: no(400, ['请先输入租户编号', 'Enter the company number first']),
  registerAccount: no(400, ['请先输入账号名称', 'Enter an account first']),
  registerPassword: no(400, ['请先输入密码', 'Enter a password first']),
  registeredAlready: no(409, [
    '注册申请已提交,请耐心等待管理员通过!',
    'You have registered already: please wait until an administrator lets you in.',
  ]),
  registrationRefused: no(409, [
    '注册申请未获通过,请联系管理员',
    'Your registration was turned away: please ask an administrator.',
  ]),
  registrationOpen: no(409, ['请先审核注册申请', 'Decide on the registration first']),
  accountThere: no(400, ['您已有账号，无需注册', 'You have an account already']),
  notWaiting: no(409, ['该账号不在待审核状态', 'This account is not waiting to be let in']),
  extWrong: no(400, ['平台信息须为 JSON 对象', 'Platform data must be a JSON object']),
  notYourDuty: no(403, ['只能切换到自己的角色和部门', 'You may switch only to roles and departments of your own']),
  clientSecretShort: no(400, ['客户端密钥至少8位', 'A client secret needs at least 8 characters']),
  redirectWrong: no(400, ['回调地址须为 https，且不含 #', 'Redirect addresses need https and no #']),
  refreshEnded: no(400, ['登录已失效，请重新登录', 'Your session has ended, please log in again']),
  oldPasswordWrong: no(400, (about: { left: number; minutes: number }): Label => [
    `原密码不正确。还可以试${about.left}次，之后锁定${about.minutes}分钟。`,
    `The old password is wrong. ${counted(about.left, 'more try', 'more tries')}, then the account is locked for ${counted(about.minutes, 'minute')}.`,
  ]),
  passwordsDiffer: no(400, ['两次密码输入不一致', 'The two passwords differ']),
  passwordWeak: no(400, (about: { asked: Label }): Label => about.asked),
  passwordUsed: no(400, (about: { former: number }): Label => [
    `不能与最近${about.former}次用过的密码相同`,
    `This is one of your last ${about.former} passwords`,
  ]),
  passwordCommon: no(400, [
    '密码过于常见，或由账号、姓名、手机号组成，请换一个',
    'This password is among the first that are tried, or made of the account, name or phone: choose another one',
  ]),
  passwordSumClosed: no(400, [
    '本公司不接受以 md5 提交的新密码，请在安居网页修改密码',
    'Your company takes no new passwords as md5: change it in the web client of Anju',
  ]),
  passwordMissing: no(400, ['请输入密码', 'Enter a password']),
  ownProfileOnly: no(403, [
    '本人的手机、邮箱、姓名与密码请在个人中心修改，并验证身份',
    'Change your own mobile, e-mail, names and password in your profile, with a proof',
  ]),
  notYourself: no(400, ['不能对自己进行此操作', 'You may not do this to yourself']),
  ownScope: no(403, [
    '不能修改或删除限定自己的数据权限',
    'A data scope that narrows one’s own view cannot be changed or removed',
  ]),
  aboveYou: no(403, ['不能授予或收回自己没有的权限', 'You may neither give nor take what you do not hold']),
  departmentNotYours: no(403, [
    '只能将人员调入或调出您可见范围内的部门',
    'You can move people only into and out of departments that you see',
  ]),
  departmentNeeded: no(400, [
    '请选择所属部门：没有部门的用户不在您可见范围内',
    'Choose a department: you do not see users without one',
  ]),
  departmentNotHung: no(403, [
    '只能在您可见范围内的部门之间调整上下级',
    'You can hang departments only among those that you see',
  ]),
  teamsNotYours: no(403, ['只能增减您可见范围内的服务班组', 'You can give and take only service teams that you see']),
  resourceUnknown: no(400, ['该资源没有可限定的数据', 'This resource has no rows that can be narrowed']),
  ruleWrong: no(400, (about: { about: string }): Label => [
    `自定义规则有误${about.about ? `：${about.about}` : ''}`,
    `The rule is wrong${about.about ? `: ${about.about}` : ''}`,
  ]),
  columnWrong: no(400, ['权限字段不对', 'This field does not fit']),
  scopePathWrong: no(400, [
    '接口地址应为 /blade-服务/… 形式，登录类接口除外',
    'The path must be like /blade-service/…, except for those of the login',
  ]),
  explainPerson: no(404, ['没有这个可用的用户', 'There is no such user, or the account is closed']),
  explainRow: no(404, ['没有这一行，或您看不到它', 'There is no such row, or you do not see it']),
  reservedAlias: no(400, ['该角色别名由系统保留', 'This alias is reserved']),
  accountsFull: no(400, (about: { most: number }): Label => [
    `账号数量已达上限${about.most}`,
    `The limit of ${about.most} accounts is reached`,
  ]),
  administratorMissing: no(409, ['该租户没有 admin 账号', 'This tenant has no account “admin”']),
  keyInUse: no(409, (about: { count: number; title: Label }) => [
    `${about.count}${about.count === 1000 ? '条以上' : '条'}${about.title[0]}正在使用该字典键，不能删除或改键；可修改名称`,
    `${about.count}${about.count === 1000 ? ' or more' : ''} rows of “${about.title[1]}” carry this key: it can be relabelled, not renamed or removed`,
  ]),
  platformOnly: no(403, ['仅平台管理员可进行此操作', 'Only the platform administrator may do this']),
  packageInUse: no(409, (about: { count: number }): Label => [
    `${about.count}个租户正在使用该产品包，不能删除`,
    `In use by ${counted(about.count, 'tenant')}: this package cannot be removed`,
  ]),
  platformUnbound: no(400, ['平台租户没有产品包和期限', 'The platform tenant has neither package nor end']),
  hostTaken: no(400, ['该域名已绑定其他租户', 'This domain leads to another company already']),
  zoneWrong: no(400, ['没有这个时区', 'There is no such time zone']),
  keepTenant: no(400, ['平台租户不能删除', 'The platform tenant cannot be removed']),
  sealed: no(400, ['该字典已封存，键值不能增删改', 'This dictionary is sealed: its keys may not change']),
  keyOfProgram: no(409, [
    '该键值由程序使用，不能改键、合并或删除；可修改名称、颜色、排序',
    'The program itself names this key: it can be relabelled, not renamed, merged or removed',
  ]),
  groupHasNoKey: no(400, ['字典组没有键值，请选择其中一项', 'A dictionary itself has no key: choose one of its items']),
  regionHasChildren: no(409, ['请先删除下级区划', 'Remove the regions below it first']),
});
