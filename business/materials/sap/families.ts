import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { materialType, trackMode, unit } from '../dictionaries.ts';

/** A family of items that differ in one thing: its sizes, with the price of the first; the others cost more, step by step. */
export interface Family {
  readonly name: string; readonly type: KeyOf<typeof materialType>; readonly unit: KeyOf<typeof unit>; readonly price: number; readonly sizes: string;
  readonly track?: KeyOf<typeof trackMode>; readonly months?: number; readonly old?: boolean;
}

const part = (name: string, price: number, sizes: string, more: Partial<Family> = {}): Family => ({ name, type: 'part', unit: 'pcs', price, sizes, ...more });
const consumable = (name: string, price: number, sizes: string, more: Partial<Family> = {}): Family => ({ name, type: 'consumable', unit: 'pcs', price, sizes, ...more });
const accessory = (name: string, price: number, sizes: string, more: Partial<Family> = {}): Family => ({ name, type: 'accessory', unit: 'pcs', price, sizes, ...more });
const machine = (name: string, price: number, sizes: string, months = 24): Family => ({ name, type: 'unit', unit: 'unitU', price, sizes, track: 'serial', months });

/** Nine groups of items, all invented; the number is SAP's code of the group. */
export const families: readonly (readonly [code: number, letters: string, name: string, families: readonly Family[]])[] = [
  [101, 'VF', '阀门管件', [
    part('铜球阀', 18, 'DN15 DN20 DN25 DN32 DN40 DN50'), part('黄铜截止阀', 22, 'DN15 DN20 DN25 DN32'), part('自力式压差平衡阀', 286, 'DN20 DN25 DN32 DN40', { months: 12 }),
    part('静态平衡阀', 142, 'DN20 DN25 DN32 DN40'), part('电动二通阀', 165, 'DN15 DN20 DN25 DN32', { months: 12, old: true }), part('安全阀', 58, '3bar 4bar 6bar 8bar', { months: 12 }),
    part('自动排气阀', 32, 'DN15 DN20 立式 卧式'), part('Y型过滤器', 36, 'DN15 DN20 DN25 DN32 DN40'), part('止回阀', 26, 'DN15 DN20 DN25 DN32'),
    part('分水器主杆', 168, '3路 4路 5路 6路 7路 8路', { months: 24 }), accessory('PPR管', 9, 'DN20 DN25 DN32 DN40', { unit: 'm' }), accessory('地暖管 PE-RT', 6, '16×2.0 20×2.0 25×2.3', { unit: 'm' }),
    accessory('铜三通', 11, 'DN15 DN20 DN25 DN32'), accessory('生料带', 3, '普通 加厚', { unit: 'roll' }),
  ]],
  [102, 'EC', '电控元件', [
    part('地暖温控器面板', 198, '白色 黑色 香槟 带WiFi 四合一', { months: 12, old: true }), part('地暖执行器', 76, '230V常闭 230V常开 24V常闭 24V常开', { months: 12 }), part('分集水器控制中心', 420, '4路 6路 8路 10路 12路', { months: 12 }),
    part('壁挂炉主控板', 680, 'B18 B24 B28 B32 B36', { months: 12, old: true }), part('室外机主板', 1480, '3HP 4HP 5HP 6HP 8HP', { months: 12, old: true }), part('室内机控制板', 460, '22 28 36 45 56 71', { months: 12, old: true }),
    part('交流接触器', 48, '12A 18A 25A 32A 40A'), part('热继电器', 56, '7-10A 9-13A 12-18A 17-25A'), part('开关电源', 68, '12V 24V 36V 48V', { months: 12 }), part('智能网关', 520, '有线 无线 多协议', { months: 12, old: true }),
    part('空气开关', 32, '16A 20A 25A 32A 63A'),
  ]],
  [103, 'SN', '传感器', [
    part('NTC温度传感器', 22, '10K 15K 20K 50K', { months: 6 }), part('水压传感器', 86, '0-4bar 0-6bar 0-10bar', { months: 12 }), part('水流开关', 64, 'DN15 DN20 DN25 DN32', { months: 12 }), part('地面温度探头', 38, '3m 5m 10m', { months: 6 }),
    part('室内温湿度传感器', 128, '86型 无线 壁挂', { months: 12 }), part('CO₂传感器', 268, '壁挂 管道 三合一', { months: 12 }), part('PM2.5传感器', 186, '壁挂 管道', { months: 12 }), part('漏水检测绳', 95, '2m 5m 10m 20m', { months: 12 }),
    part('燃气泄漏探测器', 156, '天然气 液化气', { months: 36 }), part('冷媒高压开关', 72, '2.8MPa 3.0MPa 4.2MPa', { months: 12 }), part('冷媒低压开关', 66, '0.02MPa 0.05MPa 0.15MPa', { months: 12 }), part('TDS探针', 42, '单探 双探', { months: 6 }), part('流量计', 176, 'DN15 DN20 DN25', { months: 12 }),
  ]],
  [104, 'PM', '水泵电机', [
    part('屏蔽循环泵', 580, '15-4 15-6 25-6 25-8 25-10 32-8', { months: 24, old: true }), part('变频循环泵', 1180, '25-6 25-8 25-10 32-8 32-12', { months: 24, old: true }), part('壁挂炉水泵', 420, '5米 6米 7米', { months: 12, old: true }), part('增压泵', 380, '80W 120W 200W 300W 400W', { months: 12, old: true }),
    part('纯水机增压泵', 165, '75G 100G 400G 600G 800G', { months: 12, old: true }), part('室外风机电机', 520, '60W 90W 120W 150W', { months: 12, old: true }), part('室内风机电机', 360, '25W 40W 60W 80W', { months: 12, old: true }), part('新风EC电机', 760, '150 250 350 500', { months: 12, old: true }),
    part('冷凝水提升泵', 268, 'mini 12L 24L', { months: 12 }), part('步进电机', 46, '12V 24V'), part('水泵电容', 16, '4μF 6μF 8μF 12μF 16μF'), part('泵头密封套件', 48, '15 25 32', { unit: 'set' }),
  ]],
  [105, 'FL', '滤芯耗材', [
    consumable('PP棉滤芯', 28, '1μm-10寸 5μm-10寸 1μm-20寸 5μm-20寸', { track: 'batch' }), consumable('活性炭滤芯', 58, '颗粒-10寸 压缩-10寸 压缩-20寸', { track: 'batch' }), consumable('RO反渗透膜', 268, '75G 100G 400G 600G 800G', { track: 'batch' }), consumable('后置活性炭', 68, 'T33 快接 复合', { track: 'batch' }),
    consumable('前置过滤器滤网', 42, '40μm 90μm', { track: 'batch' }), consumable('软水树脂', 26, '食品级 均粒', { unit: 'l', track: 'batch' }), consumable('软水盐', 38, '10kg 20kg', { unit: 'box' }), consumable('新风初效滤网', 48, 'G3-150 G4-250 G4-350 G4-500', { track: 'batch' }),
    consumable('新风高效滤网', 268, 'H11-150 H12-250 H13-350 H13-500', { track: 'batch' }), consumable('新风活性炭滤网', 128, '150 250 350', { track: 'batch' }), consumable('空调初效滤网', 36, '小 中 大'), consumable('管道清洗剂', 56, '1L 5L 20L', { unit: 'bottle' }), consumable('地暖保护液', 88, '1L 5L 10L', { unit: 'bottle' }), consumable('阻垢滤芯', 118, '10寸 20寸', { track: 'batch' }),
    consumable('超滤膜', 188, '1000L 2000L 4000L', { track: 'batch' }),
  ]],
  [106, 'RF', '制冷配件', [
    part('压缩机', 2680, '3HP 4HP 5HP 6HP 8HP', { months: 12, old: true, track: 'serial' }), part('电子膨胀阀', 268, '1.4 1.8 2.2 3.0 4.0', { months: 12, old: true }), part('四通换向阀', 236, '3HP 5HP 8HP', { months: 12, old: true }), part('干燥过滤器', 48, '053 083 163 305'),
    part('储液器', 186, '1.5L 3L 5L'), consumable('制冷剂 R410A', 62, '散装 10kg瓶', { unit: 'kg' }), consumable('制冷剂 R32', 58, '散装 9kg瓶', { unit: 'kg' }), accessory('冷媒铜管', 26, '6.35 9.52 12.7 15.88 19.05', { unit: 'm' }), accessory('橡塑保温管', 5, '13×9 19×9 22×13 28×13', { unit: 'm' }),
    part('冷凝风叶', 96, '400 450 500 550'), part('视液镜', 42, '3/8 1/2 5/8'), part('针阀', 12, '1/4 5/16'), accessory('银焊条', 8, '5% 15% 25%'), part('室外机支架', 128, '3HP 5HP 8HP', { unit: 'set' }),
  ]],
  [107, 'BL', '锅炉配件', [
    part('点火电极', 58, 'B18 B24 B28 B32', { months: 6, old: true }), part('燃气比例阀', 480, 'B18 B24 B28 B32', { months: 12, old: true }), part('板式换热器', 386, '10片 12片 14片 16片', { months: 12, old: true }), part('主换热器', 980, 'B18 B24 B28 B32', { months: 12, old: true }),
    part('膨胀罐', 168, '6L 8L 10L 12L', { months: 24 }), part('壁挂炉风机', 420, '35W 45W 60W', { months: 12, old: true }), part('风压开关', 78, '40Pa 60Pa 80Pa', { months: 12 }), part('三通阀电机', 96, '220V 24V', { months: 12 }), part('三通阀阀芯', 68, '长款 短款'), part('泄压阀', 46, '3bar 3.5bar'),
    part('烟管', 86, '0.5m 1m 弯头 延长'), part('密封圈组', 22, 'B18 B24 B28', { unit: 'set' }), part('防冻电热带', 46, '2m 5m 10m'), part('补水阀', 38, '手动 自动'), part('过热保护器', 28, '85℃ 95℃ 105℃'),
  ]],
  [108, 'FA', '新风配件', [
    part('全热交换芯', 680, '150 250 350 500', { months: 24, old: true }), part('新风控制面板', 268, '标准 触摸 无线', { months: 12, old: true }), part('送风口', 26, 'φ75 φ100 φ125 φ150'), part('回风口', 24, 'φ75 φ100 φ125 φ150'), accessory('新风PE管', 12, '63 75 110 160', { unit: 'm' }), part('新风分配箱', 156, '4口 6口 8口 10口'), part('止回风阀', 58, 'φ100 φ150 φ200'),
    part('电动风阀', 186, 'φ100 φ150 φ200', { months: 12 }), part('消音器', 128, 'φ100 φ150 φ200'), accessory('铝箔软管', 15, 'φ100 φ125 φ150', { unit: 'm' }), part('新风加热模块', 520, '0.5kW 1kW 1.5kW', { months: 12, old: true }), part('室外防雨罩', 48, 'φ100 φ150 φ200'), part('减震吊架', 36, '轻型 重型', { unit: 'set' }),
  ]],
  [109, 'MC', '整机', [
    machine('中央空调室外机', 12_800, '3HP 4HP 5HP 6HP 8HP', 72), machine('风管室内机', 2680, '22 28 36 45 56 71', 72), machine('冷凝壁挂炉', 7980, '18kW 24kW 28kW 32kW', 36), machine('空气源热泵', 18_600, '8kW 12kW 16kW 20kW', 60),
    machine('新风主机', 4680, '150 250 350 500', 36), machine('反渗透纯水机', 2380, '400G 600G 800G 1200G'), machine('中央软水机', 6280, '1.5T 2T 3T', 36), machine('中央净水机', 4980, '2T 3T 4T'), machine('前置过滤器', 680, 'P40 P60 P90'), machine('热水循环系统', 2180, '标准 智能'), machine('缓冲水箱', 1680, '60L 80L 100L 150L 200L'),
    machine('除湿机', 3680, '50L 90L'), machine('智能控制主机', 2880, '标准 旗舰', 12),
  ]],
];
