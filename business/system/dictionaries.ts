import { dictionary } from '#kernel/language/dictionary.ts';

const system = { system: true } as const;

export const sex = dictionary(
  'sex',
  ['性别', 'Sex'],
  { 1: ['男', 'Male'], 2: ['女', 'Female'], 3: ['未知', 'Unknown'] },
  system,
);
export const yesNo = dictionary('yes_no', ['是否', 'Yes or no'], { 1: ['否', 'No'], 2: ['是', 'Yes'] }, system);
export const sealedFlag = dictionary('sealed', ['封存', 'Sealed'], { 0: ['否', 'No'], 1: ['是', 'Yes'] }, system);
export const openMode = dictionary(
  'open_mode',
  ['打开方式', 'Opens'],
  { 0: ['本页', 'In this page'], 1: ['本页', 'In this page'], 2: ['新窗口', 'In a new window'] },
  system,
);
export const menuCategory = dictionary(
  'menu_category',
  ['菜单类型', 'Menu kind'],
  { 1: ['菜单', 'Menu'], 2: ['按钮', 'Button'] },
  system,
);
export const buttonFunc = dictionary(
  'button_func',
  ['按钮功能', 'Button place'],
  { 1: ['工具栏', 'Toolbar'], 2: ['操作栏', 'Row'], 3: ['工具操作栏', 'Both'] },
  system,
);
export const postCategory = dictionary(
  'post_category',
  ['岗位类型', 'Position kind'],
  { 1: ['高层', 'Executive'], 2: ['中层', 'Middle'], 3: ['基层', 'Base'], 4: ['其他', 'Other'] },
  system,
);
export const orgCategory = dictionary(
  'org_category',
  ['机构类型', 'Unit kind'],
  { 1: ['公司', 'Company'], 2: ['部门', 'Department'], 3: ['小组', 'Team'] },
  system,
);
export const userType = dictionary(
  'user_type',
  ['用户平台', 'Platform'],
  { 1: ['WEB', 'Web'], 2: ['APP', 'App'], 3: ['OTHER', 'Other'] },
  system,
);
export const regionLevel = dictionary(
  'region',
  ['区划级别', 'Region level'],
  {
    0: ['国家', 'Country'],
    1: ['省份/直辖市', 'Province'],
    2: ['地市', 'City'],
    3: ['区县', 'District'],
    4: ['乡镇', 'Town'],
    5: ['村委', 'Village'],
  },
  system,
);
export const dataScopeType = dictionary(
  'data_scope_type',
  ['数据权限类型', 'Data scope kind'],
  {
    1: ['全部', 'All'],
    2: ['本人可见', 'Own'],
    3: ['所在机构可见', 'Own department'],
    4: ['所在机构及子级可见', 'Own and below'],
    5: ['自定义', 'Custom'],
  },
  system,
);
export const roleScope = dictionary(
  'role_scope',
  ['数据范围', 'Rows'],
  {
    all: ['全部', 'All'],
    own: ['仅本人', 'Own'],
    department: ['本部门', 'Own department'],
    departmentBelow: ['本部门及下级', 'Own department and below'],
    team: ['所管班组', 'Own teams'],
    custom: ['自定义', 'Custom'],
  },
  { system: true, sealed: true },
);
export const toneChoice = dictionary(
  'tone',
  ['颜色', 'Colour'],
  {
    grey: ['灰', 'Grey', 'grey'],
    amber: ['琥珀', 'Amber', 'amber'],
    blue: ['蓝', 'Blue', 'blue'],
    cyan: ['青', 'Cyan', 'cyan'],
    green: ['绿', 'Green', 'green'],
    red: ['红', 'Red', 'red'],
    violet: ['紫', 'Violet', 'violet'],
  },
  system,
);
export const noticeType = dictionary(
  'notice',
  ['通知类型', 'Notice kind'],
  {
    1: ['发布通知', 'Release'],
    2: ['批转通知', 'Endorsement'],
    3: ['转发通知', 'Forwarded'],
    4: ['指示通知', 'Instruction'],
    5: ['任免通知', 'Appointment'],
    6: ['事务通知', 'Affairs'],
  },
  system,
);
export const flow = dictionary(
  'flow',
  ['流程', 'Flow routes'],
  {
    leave: ['请假流程', 'Leave'],
    delay: ['延期流程', 'Delay'],
    repel: ['退单流程', 'Customer return'],
    material: ['领料流程', 'Material'],
  },
  // The remark of an item names the folder of pages in which published clients find the forms of this flow.
  { ...system, remarks: { leave: 'leave', delay: 'generic', repel: 'generic', material: 'generic' } },
);

export const invariantState = dictionary(
  'invariant_state',
  ['数据质量结果', 'Result of a check'],
  {
    holds: ['成立', 'Holds', 'green'],
    broken: ['有违反', 'Broken', 'red'],
    failed: ['未能检查', 'Not checked', 'amber'],
  },
  { sealed: true },
);
export const grantType = dictionary(
  'grant_type',
  ['授权方式', 'Login method'],
  {
    password: ['密码', 'Password'],
    captcha: ['验证码', 'Captcha'],
    refresh_token: ['刷新令牌', 'Refresh token'],
    social: ['第三方', 'Third party'],
    authorization_code: ['授权码', 'Authorization code'],
  },
  { system: true, sealed: true },
);
export const registerState = dictionary(
  'register_state',
  ['注册状态', 'Registration'],
  {
    pending: ['待审核', 'Waiting', 'amber'],
    passed: ['已通过', 'Approved', 'green'],
    refused: ['已拒绝', 'Refused', 'red'],
  },
  { system: true, sealed: true },
);
export const tenantKind = dictionary(
  'tenant_kind',
  ['租户阶段', 'Tenant stage'],
  { trial: ['试用', 'Trial', 'blue'], paid: ['正式', 'Paid', 'green'] },
  { system: true, sealed: true },
);
export const apiScopeType = dictionary(
  'api_scope_type',
  ['接口权限类型', 'API scope kind'],
  { 1: ['系统接口', 'System'], 2: ['业务接口', 'Business'] },
  { system: true, sealed: true },
);
export const ruleMatch = dictionary(
  'rule_match',
  ['条件关系', 'Combine conditions'],
  { all: ['全部满足', 'All must hold'], any: ['满足任一', 'Any may hold'] },
  { system: true, sealed: true },
);
export const clientFace = dictionary(
  'client_face',
  ['客户端界面', 'Face of a client'],
  {
    own: ['本系统', 'This product'],
    saberVue2: ['Saber (Vue 2)', 'Saber (Vue 2)'],
    saberVue3: ['Saber (Vue 3)', 'Saber (Vue 3)'],
    swordReact: ['Sword (React)', 'Sword (React)'],
  },
  { system: true, sealed: true },
);

export const customerServiceTeam = dictionary(
  'customer_service_team',
  ['服务班组', 'Service team'],
  {
    east: ['浦东班', 'Pudong team'],
    west: ['长宁班', 'Changning team'],
    north: ['宝山班', 'Baoshan team'],
    south: ['闵行班', 'Minhang team'],
    install: ['安装一班', 'Installation 1'],
    install2: ['安装二班', 'Installation 2'],
    water: ['净水班', 'Water team'],
    smart: ['智能班', 'Smart-home team'],
  },
  { ownKeys: true },
);
