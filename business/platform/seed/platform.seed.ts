import { mustGet } from '#kernel/language/must.ts';
import { type DemoWorld, daysBefore } from '#business/system/seed/demo-world.seed.ts';
import type { Context } from '#kernel/server';
import { apiScope } from '#business/system/access/api-scope/api-scope.paper.ts';
import { dataScope } from '#business/system/access/data-scope/data-scope.paper.ts';
import { agreement } from '../basics/agreement.paper.ts';
import { startupDiagram } from '../basics/startup-diagram.paper.ts';
import { noticePaper } from '../notices/notice.paper.ts';
import { reportFile } from '../reports/report-file.paper.ts';
import { oss } from '../resource/oss.paper.ts';
import { sms } from '../resource/sms.paper.ts';
import { menuFacts } from '#business/system/menus/menu/menu-facts.relation.ts';

const notices = [
  {
    days: 12,
    from: 'as_hr',
    title: '关于调整冬季作息时间的通知',
    category: 1,
    content:
      '<p>自下月起至次年三月，服务部作息调整为 <strong>8:30–17:30</strong>。</p><ul><li>午休 12:00–13:00</li><li>夜间值班表另行发布</li></ul>',
  },
  {
    days: 6,
    from: 'as_manager',
    title: '供暖季安全操作要求',
    category: 4,
    content:
      '<h2>入户前</h2><p>穿鞋套、出示工牌，先测一氧化碳再开机。</p><h2>离开前</h2><ol><li>复测燃气接头</li><li>请客户签字并拍照留存</li></ol>',
  },
  {
    days: 2,
    from: 'as_admin',
    title: '系统功能更新：单据评论与通知',
    category: 6,
    content: '<p>每张单据都可以<strong>评论</strong>，输入 @ 即可提到同事，对方会立刻收到消息。</p>',
  },
] as const;

async function seedNotices(world: DemoWorld): Promise<void> {
  for (const { days, from, ...one } of notices) {
    const at = daysBefore(world, days, '09:20:00');
    await world.as(from, at, (context) => context.create(noticePaper, { ...one, releaseTime: at }));
  }
}

async function seedSettings(world: DemoWorld, context: Context): Promise<void> {
  await context.create(agreement, {
    agreementType: 'service',
    title: '上门服务协议',
    edition: '2026-1',
    content:
      '<h2>一、服务内容</h2><p>按报修内容提供检测、维修与保养服务。</p><h2>二、费用</h2><p>保修期内免收人工与材料费；超出部分以报价单为准。</p>',
  });
  await context.create(agreement, {
    agreementType: 'privacy',
    title: '隐私政策',
    edition: '2026-1',
    content: '<p>我们只为提供服务收集姓名、电话与地址，<strong>不向无关方提供</strong>。</p>',
  });
  const picture = await world.picture(
    context,
    '启动图.jpg',
    `<svg xmlns="http://www.w3.org/2000/svg" width="750" height="1334"><rect width="750" height="1334" fill="#e8f1fb"/><path d="M175 640 375 460l200 180v240H175z" fill="#3470b2"/><rect x="320" y="730" width="110" height="150" fill="#fff"/></svg>`,
  );
  await context.create(startupDiagram, {
    title: '冬季启动图',
    place: 'app',
    background: '#e8f1fb',
    jumpType: 'h5',
    jumpUrl: 'https://example.com/winter',
    imageUrl: picture,
  });
  await context.create(oss, {
    category: 9,
    ossCode: 'local',
    isEnabled: true,
    remark: '文件保存在服务器磁盘，随备份一起保存',
  });
  await context.create(sms, {
    category: 9,
    smsCode: 'verify',
    templateId: 'SMS_1001',
    templateText: '验证码${code}，五分钟内有效，请勿告知他人。',
    signName: '沪上舒适家',
    isEnabled: true,
  });
}

const reports = [
  {
    name: '每月登记单量',
    paperName: 'registration',
    groupBy: 'createTime',
    groupUnit: 'month',
    chart: 'line',
    span: 'all',
  },
  { name: '各班组客户数', paperName: 'customer', groupBy: 'customerServiceTeam', chart: 'bar', span: 'all' },
  {
    name: '本月报修来源',
    paperName: 'repairForm',
    groupBy: 'source',
    chart: 'bar',
    span: 'thisMonth',
    schedule: 'weekly',
  },
  {
    name: '每月告警，按级别',
    paperName: 'alarm',
    groupBy: 'startTime',
    groupUnit: 'month',
    thenBy: 'level',
    chart: 'bar',
    span: 'all',
  },
  {
    name: '技师修复：遥测说修好没有',
    paperName: 'alarm',
    groupBy: 'repairedBy',
    thenBy: 'verdict',
    filters: [
      { name: 'verdict', value: 'fixed' },
      { name: 'verdict', value: 'unfixed' },
    ],
    chart: 'bar',
    span: 'all',
  },
  {
    name: '没修好的告警',
    paperName: 'alarm',
    groupBy: 'title',
    thenBy: 'repairedBy',
    filters: [{ name: 'verdict', value: 'unfixed' }],
    chart: 'bar',
    span: 'all',
  },
] as const;

/** Data scopes of the demo company that no role has yet, so they restrict nobody. */
const dataScopes = [
  { page: 'asrepairform', scopeName: '合作网点：只看自己登记的报修单', scopeType: 2, remark: '授予合作网点的客服' },
  {
    page: 'ascustomer',
    scopeName: '贵宾专员：浦东、长宁两班的贵宾客户',
    scopeType: 5,
    scopeMatch: 'all',
    scopeValue: [
      { field: 'customerLevel', op: 'equal', value: 'vip' },
      { field: 'customerServiceTeam', op: 'in', value: 'east,west' },
    ],
    remark: '授予贵宾专员',
  },
  { page: 'asregistrationform', scopeName: '片区负责人：本部门及下级的登记单', scopeType: 4, remark: '授予片区负责人' },
] as const;

/** API scopes of the demo company: these calls also require a grant, so that a button alone does not open them. */
const apiScopes = [
  {
    page: 'blade_user',
    scopeName: '重置密码',
    scopePath: 'POST /blade-system/user/reset-password',
    scopeType: 1,
    remark: '即使有按钮，也须另行授权',
  },
  {
    page: 'blade_role',
    scopeName: '角色授权',
    scopePath: 'POST /blade-system/role/grant',
    scopeType: 1,
    remark: '即使有按钮，也须另行授权',
  },
] as const;

async function seedRules(context: Context): Promise<void> {
  const menus = new Map(
    (
      await context.sql.query<{ code: string; id: string }>(
        `select code, id::text as id from ${menuFacts} where category = 1 and is_deleted = 0`,
        [],
      )
    ).map((one) => [one.code, one.id]),
  );
  for (const [paper, all] of [
    [dataScope, dataScopes],
    [apiScope, apiScopes],
  ] as const)
    for (const { page, ...one } of all)
      await context.create(paper, { ...one, menuId: mustGet(menus, page), resourceCode: page } as never);
}

/** Create the base data of the demo company: partly read notices, texts of the apps, and storage. */
export async function seedPlatform(world: DemoWorld): Promise<void> {
  await seedNotices(world);
  await world.product(daysBefore(world, 20, '10:00:00'), async (context) => {
    await seedSettings(world, context);
    await seedRules(context);
  });
  await world.as('as_manager', daysBefore(world, 3, '17:10:00'), async (context) => {
    for (const one of reports) await context.create(reportFile, { schedule: 'none', ...one } as never);
  });
}
