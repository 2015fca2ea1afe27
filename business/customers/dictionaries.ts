import { dictionary } from '#kernel/language/dictionary.ts';

export const customerDataSource = dictionary('customer_data_source', ['客户数据来源', 'Customer data source'], {
  legacy: ['旧系统', 'Legacy'],
  sap: ['SAP', 'SAP'],
  wechat: ['微信', 'WeChat'],
  app: ['APP', 'App'],
  manual: ['手工', 'Manual'],
  import: ['导入', 'Import'],
  household: ['智能家居', 'Smart home'],
});

export const fangjianType = dictionary(
  'fangjian_type',
  ['房间类型', 'Room type'],
  {
    living: ['客厅', 'Living room'],
    dining: ['餐厅', 'Dining room'],
    master: ['主卧', 'Main bedroom'],
    second: ['次卧', 'Second bedroom'],
    child: ['儿童房', 'Children’s room'],
    study: ['书房', 'Study'],
    kitchen: ['厨房', 'Kitchen'],
    bath: ['卫生间', 'Bathroom'],
    balcony: ['阳台', 'Balcony'],
    plant: ['设备间', 'Plant room'],
    basement: ['地下室', 'Basement'],
    outdoor: ['室外', 'Outdoor'],
    bedroom: ['卧室', 'Bedroom'],
    equipment: ['机房', 'Equipment room'],
    whole: ['全屋', 'Whole home'],
  },
  { ownKeys: true },
);

export const weibao = dictionary('weibao', ['维保类型', 'Cover'], {
  warranty: ['整机质保', 'Unit warranty', 'green'],
  partWarranty: ['配件质保', 'Part warranty', 'cyan'],
  plan: ['维保方案', 'Service contract', 'blue'],
  card: ['服务卡', 'Service card', 'blue'],
  goodwill: ['公司承担', 'Goodwill', 'violet'],
  paid: ['收费', 'Chargeable', 'grey'],
  none: ['脱保', 'Out of warranty', 'grey'],
});

export const customerType = dictionary('customer_type', ['客户类型', 'Customer type'], {
  person: ['个人', 'Private'],
  company: ['企业', 'Company'],
  developer: ['开发商', 'Developer'],
  property: ['物业', 'Property manager'],
});

export const customerLevel = dictionary('customer_level', ['客户等级', 'Customer level'], {
  normal: ['普通', 'Normal'],
  silver: ['银卡', 'Silver'],
  gold: ['金卡', 'Gold'],
  vip: ['VIP', 'VIP'],
  black: ['黑名单', 'Blocked', 'red'],
});

export const heatSource = dictionary('heat_source', ['热源形式', 'Heat source'], {
  gas: ['燃气锅炉', 'Gas boiler'],
  heatPump: ['空气源热泵', 'Air-source heat pump'],
  ground: ['地源热泵', 'Ground source'],
  district: ['集中供热', 'District'],
  electric: ['电采暖', 'Electric'],
});

export const timeSlot = dictionary('time_slot', ['时段', 'Slot'], {
  am1: ['08:30-10:30', '08:30-10:30'],
  am2: ['10:30-12:30', '10:30-12:30'],
  pm1: ['13:30-15:30', '13:30-15:30'],
  pm2: ['15:30-17:30', '15:30-17:30'],
  eve: ['18:00-20:00', '18:00-20:00'],
  any: ['不限', 'Any'],
});

export const equipmentStatus = dictionary('equipment_status', ['设备状态', 'Equipment state'], {
  normal: ['正常', 'Normal', 'green'],
  fault: ['故障', 'Fault', 'red'],
  limited: ['带病运行', 'Limited', 'violet'],
  stopped: ['停用', 'Stopped', 'grey'],
  replaced: ['已更换', 'Replaced', 'violet'],
  removed: ['已拆除', 'Removed', 'grey'],
});

export const warrantyStatus = dictionary(
  'warranty_status',
  ['质保状态', 'Warranty state'],
  {
    pending: ['待审核', 'Pending', 'amber'],
    effective: ['在保', 'Valid', 'green'],
    expiring: ['临期', 'Expiring', 'amber'],
    expired: ['脱保', 'Out of warranty', 'grey'],
    voided: ['作废', 'Void', 'grey'],
    none: ['无', 'None', 'grey'],
  },
  { sealed: true },
);
