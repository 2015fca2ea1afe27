import type { Draft } from '#kernel/language/paper.ts';
import { addDays } from '#kernel/language/days.ts';
import { skill } from '#business/masterdata/people/skill.paper.ts';
import { manufacturer } from '#business/masterdata/standards/manufacturer.paper.ts';
import { serviceStandard } from '#business/masterdata/standards/service-standard/service-standard.paper.ts';
import type { DemoWorld } from '#business/system/seed/demo-world.seed.ts';

export interface Maker {
  id: string;
  name: string;
  brand: string;
  code: string;
  systems: readonly string[];
  months: number;
}

type MakerSeed = readonly [
  code: string,
  name: string,
  brand: string,
  systems: readonly string[],
  months: number,
  claimDays: number,
];

/** Fourteen makers, all invented. */
const makers: readonly MakerSeed[] = [
  ['LF', '澜风空调设备有限公司', '澜风', ['hvac'], 72, 30],
  ['HS', '恒朔制冷科技有限公司', '恒朔', ['hvac'], 36, 30],
  ['NY', '暖岳地暖系统有限公司', '暖岳', ['floorHeat'], 24, 45],
  ['HM', '汇脉水力部件有限公司', '汇脉', ['floorHeat'], 24, 30],
  ['JA', '炬安热能有限公司', '炬安', ['boiler'], 36, 30],
  ['MC', '沐川壁挂炉有限公司', '沐川', ['boiler'], 24, 20],
  ['LN', '岚能热泵股份有限公司', '岚能', ['heatPump'], 60, 45],
  ['QY', '清屿新风有限公司', '清屿', ['freshAir'], 36, 30],
  ['LX', '朗息环境科技有限公司', '朗息', ['freshAir'], 24, 30],
  ['QD', '泉度净水有限公司', '泉度', ['waterPure'], 24, 30],
  ['QZ', '沁泽软水设备有限公司', '沁泽', ['softWater', 'waterPure'], 36, 30],
  ['HY', '和涌泵业有限公司', '和涌', ['hotWater', 'floorHeat'], 24, 20],
  ['YS', '云枢智能科技有限公司', '云枢', ['smartHome'], 24, 15],
  ['QG', '栖光智控有限公司', '栖光', ['smartHome'], 12, 15],
];

export async function seedMakers(world: DemoWorld): Promise<Maker[]> {
  return world.as('as_admin', `${addDays(world.today, -1799)} 09:30:00`, async (context) => {
    const rows: Maker[] = [];
    for (const [code, name, brand, systems, months, claimDays] of makers) {
      const row = await context.create(manufacturer, {
        manufacturerCode: code,
        manufacturerName: name,
        brandNames: brand,
        settleCycle: claimDays > 30 ? 'quarter' : 'month',
        claimDays,
        defaultWarrantyMonths: months,
        mileageFreeKm: '20',
        mileagePrice: '1.5',
        laborRateRule: [{ equipmentCategory: 'other', fee: '80' }],
      });
      rows.push({ id: row.id, name, brand, code, systems, months });
    }
    return rows;
  });
}

type SkillSeed = readonly [code: string, name: string, system: Draft<typeof skill>['systemType'], certificate?: string];

const skills: readonly SkillSeed[] = [
  ['AC-1', '中央空调检修', 'hvac', '制冷与空调作业证'],
  ['AC-2', '冷媒充注与检漏', 'hvac', '制冷与空调作业证'],
  ['AC-3', '空调深度清洗', 'hvac'],
  ['FH-1', '地暖水力平衡', 'floorHeat'],
  ['FH-2', '地暖管路清洗', 'floorHeat'],
  ['FH-3', '混水系统调试', 'floorHeat'],
  ['RD-1', '暖气片安装维修', 'radiator'],
  ['BL-1', '壁挂炉检修', 'boiler', '燃气具安装维修证'],
  ['BL-2', '燃气管路改接', 'boiler', '燃气具安装维修证'],
  ['BL-3', '壁挂炉年度保养', 'boiler'],
  ['HP-1', '热泵主机检修', 'heatPump', '制冷与空调作业证'],
  ['HP-2', '热泵控制调试', 'heatPump'],
  ['FA-1', '新风主机检修', 'freshAir'],
  ['FA-2', '新风风量检测', 'freshAir'],
  ['WP-1', '净水设备维修', 'waterPure'],
  ['WP-2', '滤芯更换', 'waterPure'],
  ['SW-1', '软水机维修', 'softWater'],
  ['HW-1', '热水循环维修', 'hotWater'],
  ['SH-1', '网关与面板调试', 'smartHome'],
  ['SH-2', '智能场景配置', 'smartHome'],
  ['EL-1', '低压电工', 'other', '低压电工作业证'],
  ['DH-1', '除湿机维修', 'dehumid'],
];

export async function seedSkills(world: DemoWorld): Promise<{ id: string; system: string; certificate: boolean }[]> {
  return world.as('as_admin', `${addDays(world.today, -1798)} 10:00:00`, async (context) => {
    const rows: { id: string; system: string; certificate: boolean }[] = [];
    for (const [skillCode, skillName, systemType, certificateName] of skills) {
      const row = await context.create(skill, {
        skillCode,
        skillName,
        systemType,
        needCertificate: Boolean(certificateName),
        certificateName,
      });
      rows.push({ id: row.id, system: String(systemType), certificate: Boolean(certificateName) });
    }
    return rows;
  });
}

type Standard = Draft<typeof serviceStandard>;
const yes = (key: string, label: string): Record<string, unknown> => ({ key, label, type: 'yesNo', required: true });
const measured = (key: string, label: string, unit: string, min: number, max: number): Record<string, unknown> => ({
  key,
  label,
  type: 'number',
  unit,
  min,
  max,
  required: true,
});

const standards: readonly (Omit<Standard, 'checklist'> & { checklist: Record<string, unknown>[] })[] = [
  {
    moduleName: 'completion',
    standardCode: 'WX-HVAC',
    title: '中央空调维修作业标准',
    systemType: 'hvac',
    receiptsType: 'repair',
    stdMinutes: 60,
    needSign: true,
    content:
      '一、先断电，核对故障码与运行参数。\n二、测进出风温差与高低压，与铭牌对照。\n三、更换部件前征得客户同意，旧件带回。\n四、试机不少于 20 分钟，记录参数并清理现场。',
    checklist: [yes('power', '断电作业'), measured('delta', '进出风温差', '℃', 8, 16), yes('clean', '现场清理')],
  },
  {
    moduleName: 'completion',
    standardCode: 'WX-DN',
    title: '地暖维修作业标准',
    systemType: 'floorHeat',
    receiptsType: 'repair',
    stdMinutes: 75,
    needSign: true,
    content:
      '一、记录供回水温度与系统压力。\n二、逐路检查分集水器流量，排气补压。\n三、检查混水中心与循环泵，必要时更换。\n四、运行 30 分钟复测各路回水温度。',
    checklist: [
      measured('pressure', '系统压力', 'bar', 1, 2),
      measured('return', '回水温度', '℃', 28, 42),
      yes('leak', '无渗漏'),
    ],
  },
  {
    moduleName: 'completion',
    standardCode: 'WX-BGL',
    title: '壁挂炉维修作业标准',
    systemType: 'boiler',
    receiptsType: 'repair',
    stdMinutes: 60,
    needSign: true,
    content:
      '一、检查燃气阀、烟道与通风，有漏气立即停机。\n二、读取故障码，按厂家手册排查。\n三、复位后连续点火三次正常。\n四、检漏并拍照。',
    checklist: [yes('gas', '燃气检漏合格'), yes('flue', '烟道完好'), measured('water', '水压', 'bar', 1, 1.8)],
  },
  {
    moduleName: 'completion',
    standardCode: 'WX-XF',
    title: '新风维修作业标准',
    systemType: 'freshAir',
    receiptsType: 'repair',
    stdMinutes: 50,
    needSign: true,
    content: '一、检查滤网与压差。\n二、测送回风量与噪声。\n三、检查风机与电路。\n四、复位滤网计时。',
    checklist: [measured('flow', '送风量', 'm³/h', 120, 500), yes('filter', '滤网已清洁或更换')],
  },
  {
    moduleName: 'completion',
    standardCode: 'WX-JS',
    title: '净水软水维修作业标准',
    systemType: 'waterPure',
    receiptsType: 'repair',
    stdMinutes: 40,
    needSign: true,
    content:
      '一、测进水压力与出水 TDS。\n二、检查各级滤芯与电磁阀。\n三、更换密封件，保压 5 分钟。\n四、冲洗并复测水质。',
    checklist: [measured('tds', '出水 TDS', 'mg/L', 0, 60), yes('seal', '接头无渗漏')],
  },
  {
    moduleName: 'maintain',
    standardCode: 'BY-CN',
    title: '采暖季前保养标准',
    systemType: 'floorHeat',
    receiptsType: 'maintain',
    stdMinutes: 90,
    needSign: true,
    content: '一、清洗过滤器。\n二、检查膨胀罐压力。\n三、各路排气、平衡流量。\n四、试运行并向客户说明用法。',
    checklist: [yes('strainer', '过滤器已清洗'), measured('tank', '膨胀罐压力', 'bar', 0.8, 1.5)],
  },
  {
    moduleName: 'maintain',
    standardCode: 'BY-ZL',
    title: '制冷季前保养标准',
    systemType: 'hvac',
    receiptsType: 'maintain',
    stdMinutes: 80,
    needSign: true,
    content: '一、清洗室内机滤网与翅片。\n二、检查冷凝水排放。\n三、测运行电流与温差。\n四、室外机清灰。',
    checklist: [yes('drain', '冷凝水畅通'), measured('delta', '温差', '℃', 8, 16)],
  },
  {
    moduleName: 'clean',
    standardCode: 'QX-DN',
    title: '地暖管路清洗标准',
    systemType: 'floorHeat',
    receiptsType: 'clean',
    stdMinutes: 180,
    needSign: true,
    content: '一、逐路脉冲清洗至出水清澈。\n二、每路前后拍照。\n三、加注保护液，试压。',
    checklist: [yes('clear', '出水清澈'), measured('pressure', '试压', 'bar', 1.2, 2)],
  },
  {
    moduleName: 'dispatch',
    standardCode: 'PG-01',
    title: '派工与预约话术标准',
    stdMinutes: 5,
    needSign: false,
    content:
      '一、受理后两小时内与客户约定时间。\n二、说明可能费用与质保情况。\n三、有宠物、老人、停车限制的写入重要提示。',
    checklist: [yes('told', '已说明费用')],
  },
  {
    moduleName: 'safety',
    standardCode: 'AQ-01',
    title: '上门安全标准',
    stdMinutes: 5,
    needSign: false,
    content: '一、佩戴工牌、鞋套、绝缘手套。\n二、登高作业两人在场。\n三、燃气异味先通风、关阀、撤离，再报修。',
    checklist: [yes('badge', '工牌鞋套'), yes('ladder', '登高两人')],
  },
  {
    moduleName: 'visit',
    standardCode: 'HF-01',
    title: '回访标准',
    stdMinutes: 5,
    needSign: false,
    content: '一、完工次日回访。\n二、核对费用与满意度。\n三、不满意当日转客服主管。',
    checklist: [yes('fee', '费用核对')],
  },
];

/** Create the service standards: all are published, then one is stopped. One more is a draft. */
export async function seedStandards(world: DemoWorld): Promise<void> {
  await world.as('as_admin', `${addDays(world.today, -420)} 14:00:00`, async (context) => {
    for (const one of standards) {
      const row = await context.create(serviceStandard, one as unknown as Standard);
      await context.act(serviceStandard, row.id, 'publish');
      if (one.standardCode === 'HF-01') await context.act(serviceStandard, row.id, 'stop');
    }
    await context.create(serviceStandard, {
      moduleName: 'install',
      standardCode: 'AZ-RB',
      title: '热泵安装标准（修订中）',
      systemType: 'heatPump',
      receiptsType: 'install',
      stdMinutes: 240,
      needSign: true,
      content: '一、基础与减振。\n二、水力模块连接与保温。\n三、电气与接地。\n四、调试与交底。',
    });
  });
}
