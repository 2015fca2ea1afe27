import { dictionary } from '#kernel/language/dictionary.ts';

export const schemeName = dictionary('scheme_name', ['方案名称', 'Contract'], {
  basicYear: ['年度基础维保', 'Basic yearly'],
  fullYear: ['年度全保', 'Full yearly'],
  twoSeason: ['双季保养', 'Two seasons'],
  heatCheck: ['采暖季前检', 'Heating check'],
  coolCheck: ['制冷季前检', 'Cooling check'],
  filterFree: ['滤芯无忧', 'Filter care'],
  boilerCheck: ['锅炉年检', 'Boiler yearly'],
  floorClean: ['地暖清洗', 'Floor-heating flush'],
  freshAirCare: ['新风滤网', 'Fresh-air filters'],
  vipCare: ['尊享管家', 'VIP care'],
});

export const fanganType = dictionary('fangan_type', ['方案大类', 'Kind of contract'], {
  heating: ['采暖', 'Heating'],
  cooling: ['制冷', 'Cooling'],
  air: ['新风空气', 'Air'],
  water: ['水处理', 'Water'],
  hot: ['热水', 'Hot water'],
  smart: ['智能', 'Smart'],
  whole: ['全屋', 'Whole home'],
});

export const cycleUnit = dictionary(
  'cycle_unit',
  ['周期单位', 'Unit of the cycle'],
  {
    day: ['天', 'Day'],
    week: ['周', 'Week'],
    month: ['月', 'Month'],
    year: ['年', 'Year'],
  },
  { sealed: true },
);

export const planBasis = dictionary(
  'plan_basis',
  ['计划推算基准', 'Basis of the plan'],
  {
    scheduled: ['按计划日', 'From the planned day'],
    completed: ['按完成日', 'From the completion'],
    season: ['按季节', 'By season'],
  },
  { sealed: true },
);

export const payStatus = dictionary(
  'pay_status',
  ['付款状态', 'Payment'],
  {
    unpaid: ['未付', 'Unpaid', 'amber'],
    part: ['部分', 'Partly', 'cyan'],
    paid: ['已付', 'Paid', 'green'],
    refunded: ['已退款', 'Refunded', 'grey'],
    free: ['赠送', 'Gift', 'violet'],
  },
  { sealed: true },
);

export const schemeStatus = dictionary(
  'scheme_status',
  ['方案状态', 'State of the contract'],
  {
    draft: ['草稿', 'Draft', 'grey'],
    active: ['生效', 'Active', 'green'],
    suspended: ['暂停', 'Suspended', 'violet'],
    expired: ['到期', 'Expired', 'amber'],
    finished: ['用完', 'Used up', 'blue'],
    terminated: ['终止', 'Terminated', 'red'],
  },
  { sealed: true },
);

export const schemeChangeType = dictionary(
  'scheme_change_type',
  ['方案变更类型', 'Kind of change'],
  {
    contact: ['联系信息', 'Contact'],
    time: ['服务期', 'Term'],
    equipment: ['设备', 'Equipment'],
    supplies: ['耗材', 'Consumables'],
    status: ['状态', 'State'],
    price: ['价格', 'Price'],
    sync: ['同步', 'Sync'],
  },
  { sealed: true },
);

export const relationSource = dictionary(
  'relation_source',
  ['明细来源', 'Origin of the line'],
  {
    manual: ['手工', 'By hand'],
    template: ['模板', 'Template'],
    iot: ['物联网', 'IoT'],
    legacy: ['旧系统', 'Legacy system'],
    completion: ['完工', 'Completion'],
  },
  { sealed: true },
);

export const warnStatus = dictionary(
  'warn_status',
  ['预警状态', 'Warning'],
  {
    normal: ['正常', 'Normal', 'green'],
    warned: ['已预警', 'Warned', 'amber'],
    handled: ['已处理', 'Handled', 'blue'],
    ignored: ['已忽略', 'Ignored', 'grey'],
  },
  { sealed: true },
);

export const consumeStatus = dictionary(
  'consume_status',
  ['扣减状态', 'Use of a visit'],
  {
    locked: ['已占用', 'Reserved', 'cyan'],
    consumed: ['已扣减', 'Used', 'green'],
    released: ['已释放', 'Released', 'grey'],
  },
  { sealed: true },
);
