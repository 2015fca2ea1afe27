import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { thingModel } from '#business/iot/models/thing-model.paper.ts';
import { addDays } from '#kernel/language/days.ts';
import { Chance, type DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { feedback } from '../members/feedback.paper.ts';
import { member } from '../members/member.paper.ts';
import { powerOnDevice } from '../pool/power-on-device.paper.ts';
import type { SeededHome } from './homes.seed.ts';

const givenNames = ['雨桐', '梓涵', '浩然', '思琪', '子墨', '佳宁', '志远', '晓燕', '建华', '秀英'];

type Member = Partial<Row<typeof member>>;

const others: readonly (readonly [role: string, called: string])[] = [
  ['admin', '家人'],
  ['member', '孩子'],
  ['guest', '阿姨'],
];

function membersOf({ row, owner, since }: SeededHome, at: number, chance: Chance, operator: string): Member[] {
  const isWaiting = row.householdStatus === 'pending';
  const approved = { approveStatus: 'approved', approveUser: operator, approveTime: since } as const;
  const visited = chance.percent(80)
    ? ({ visitStatus: 'visited', visitUser: operator, visitTime: since } as const)
    : {};
  const head = {
    householdId: row.id,
    account: row.account,
    name: owner.customerName,
    phone: owner.phone,
    clientRole: 'owner',
    ...(isWaiting ? {} : { ...approved, ...visited, lastLoginTime: since }),
  } as Member;
  const family = others.slice(0, at % 4).map(
    ([clientRole, called], nth): Member =>
      ({
        householdId: row.id,
        account: `${row.account}-${nth + 1}`,
        name: `${owner.customerName[0]}${givenNames[(at + nth) % givenNames.length]}`,
        nickName: called,
        phone: chance.mobile(),
        clientRole,
        ...(isWaiting || nth === 2 ? {} : { ...approved, ...visited }),
      }) as Member,
  );
  return [head, ...family];
}

const feedbackTexts: readonly (readonly [kind: string, content: string, reply?: string])[] = [
  ['bug', '新风机晚上噪音变大，睡眠模式也一样'],
  ['complaint', '上次预约的保养晚到了两个小时，没有提前打电话'],
  ['consult', '净水机第二级滤芯还剩 8%，要不要现在换？'],
  ['suggest', '希望首页能直接看到室外 PM2.5', '已转给产品同事，下个版本会加上。'],
  ['bug', '次卧温控器显示的温度比温度计高两度', '已远程校准，请再观察一天。'],
  ['consult', '出门旅游两周，热泵怎么设最省电？', '建议把水温设到 30 ℃，回来前一天用 APP 调回。'],
  ['suggest', '能不能把家人设成只能看不能调', '可以，在成员里把角色改成访客。'],
  ['bug', 'APP 安卓版打开曲线页会闪退', '3.2.1 版本已修复，请更新。'],
];

async function seedFeedback(world: DemoWorld, context: Context, owners: readonly Row<typeof member>[]): Promise<void> {
  await context.createAll(
    feedback,
    feedbackTexts.map(
      ([opinionType, content, reply], at) =>
        ({
          content,
          opinionType,
          clientId: owners[at * 5].id,
          householdId: owners[at * 5].householdId,
          appVersion: '3.2.0',
          phoneModel: at % 2 ? 'HUAWEI Mate 60' : 'iPhone 15',
          feedbackStatus: reply ? 'replied' : at === 1 ? 'processing' : 'pending',
          ...(reply && {
            replyContent: reply,
            replyUser: context.person.id,
            replyTime: `${addDays(world.today, -at - 1)} 14:20:00`,
          }),
        }) as Partial<Row<typeof feedback>>,
    ),
  );
}

const waiting: readonly (readonly [model: string, mac: string, modelText: string, signal: number])[] = [
  ['gw01', 'A4CF12F00101', 'AJ-GW-2', -52],
  ['gw01', 'A4CF12F00102', 'AJ-GW-2', -61],
  ['sc01', 'A4CF12F00201', 'AJ-SC-10', -48],
  ['fa01', 'A4CF12F00301', 'FA-350', -67],
  ['hp01', 'A4CF12F00401', 'HP-14', -70],
];

async function seedPool(world: DemoWorld, context: Context, chance: Chance): Promise<void> {
  const models = new Map((await context.find(thingModel, {})).map((row) => [row.modelCode, row.id]));
  await context.createAll(
    powerOnDevice,
    waiting.map(
      ([model, mac, modelText, signal], at) =>
        ({
          mac,
          modelText,
          signal,
          serialNumber: `SN${chance.digits(10)}`,
          thingModelId: models.get(model),
          mainMacType: model === 'gw01' ? 'central_gateway' : model === 'sc01' ? 'screen_panel' : 'wifi_direct',
          firmwareVersion: '4.1.0',
          ip: `10.18.3.${20 + at}`,
          powerOnCount: chance.between(1, 4),
          firstSeenTime: `${addDays(world.today, -at - 1)} 15:12:00`,
          lastSeenTime: `${addDays(world.today, -at - 1)} 16:${10 + at}:00`,
        }) as Partial<Row<typeof powerOnDevice>>,
    ),
  );
}

/** Create members of the homes, their feedback, and devices without a home. */
export async function seedPeople(world: DemoWorld, context: Context, homes: readonly SeededHome[]): Promise<void> {
  const chance = new Chance(world.random);
  const rows = await context.createAll(
    member,
    homes.flatMap((home, at) => membersOf(home, at, chance, context.person.id)),
  );
  await seedFeedback(
    world,
    context,
    rows.filter((row) => row.clientRole === 'owner' && row.approveStatus === 'approved'),
  );
  await seedPool(world, context, chance);
}
