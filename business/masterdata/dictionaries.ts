import { dictionary } from '#kernel/language/dictionary.ts';

export const source = dictionary('source', ['来源', 'Source'], {
  phone: ['电话', 'Phone'],
  wechat: ['微信', 'WeChat'],
  app: ['APP', 'App'],
  iot: ['设备告警', 'IoT alarm'],
  plan: ['保养计划', 'Plan'],
  visit: ['回访', 'Visit call'],
  site: ['现场', 'On site'],
  store: ['门店', 'Shop'],
  sales: ['销售', 'Sales'],
  manufacturer: ['厂家派单', 'Manufacturer'],
  legacy: ['旧系统', 'Legacy system'],
  import: ['导入', 'Import'],
  admin: ['后台', 'Back office'],
  system: ['系统', 'System'],
});

export const repairType = dictionary('repair_type', ['系统类别', 'System'], {
  hvac: ['中央空调', 'Central air-con'],
  floorHeat: ['地暖', 'Floor heating'],
  radiator: ['暖气片', 'Radiator'],
  boiler: ['壁挂炉', 'Boiler'],
  heatPump: ['热泵', 'Heat pump'],
  freshAir: ['新风', 'Fresh air'],
  waterPure: ['净水', 'Water purifier'],
  softWater: ['软水', 'Water softener'],
  hotWater: ['热水循环', 'Hot water'],
  dehumid: ['除湿', 'Dehumidification'],
  vacuum: ['中央除尘', 'Central vacuum'],
  smartHome: ['智能控制', 'Smart control'],
  other: ['其他', 'Other'],
});

export const receiptsType = dictionary('receipts_type', ['单据类型', 'Order type'], {
  survey: ['现场勘测', 'Survey'],
  install: ['安装', 'Installation'],
  commission: ['调试', 'Commissioning'],
  repair: ['维修', 'Repair'],
  maintain: ['保养', 'Maintenance'],
  clean: ['清洗', 'Cleaning'],
  consumable: ['耗材更换', 'Consumable change'],
  inspect: ['检测', 'Inspection'],
  relocate: ['移机改造', 'Relocation'],
  dismantle: ['拆机', 'Dismantling'],
  exchange: ['换机', 'Exchange'],
  training: ['使用指导', 'Instruction'],
  complaint: ['投诉处理', 'Complaint'],
});

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
    child: ['儿童房', 'Child room'],
    study: ['书房', 'Study'],
    kitchen: ['厨房', 'Kitchen'],
    bath: ['卫生间', 'Bathroom'],
    balcony: ['阳台', 'Balcony'],
    plant: ['设备间', 'Plant room'],
    basement: ['地下室', 'Basement'],
    outdoor: ['室外', 'Outdoor'],
    whole: ['全屋', 'Whole home'],
  },
  { ownKeys: true },
);

export const urgency = dictionary('urgency', ['紧急程度', 'Urgency'], {
  normal: ['一般', 'Normal', 'grey'],
  high: ['紧急', 'Urgent', 'amber'],
  critical: ['特急', 'Critical', 'red'],
  safety: ['安全隐患', 'Safety risk', 'red'],
});

export const weibao = dictionary('weibao', ['维保类型', 'Cover'], {
  warranty: ['整机质保', 'Unit warranty', 'green'],
  partWarranty: ['配件质保', 'Part warranty', 'cyan'],
  plan: ['维保方案', 'Scheme', 'blue'],
  card: ['服务卡', 'Card', 'blue'],
  goodwill: ['公司承担', 'Goodwill', 'violet'],
  paid: ['收费', 'Paid', 'grey'],
  none: ['脱保', 'No cover', 'grey'],
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
  gold: ['金卡', 'Gold', 'amber'],
  vip: ['VIP', 'VIP', 'amber'],
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

export const equipmentCategory = dictionary('equipment_category', ['设备类别', 'Equipment'], {
  outdoorUnit: ['室外机', 'Outdoor unit'],
  indoorUnit: ['室内机', 'Indoor unit'],
  boiler: ['壁挂炉', 'Boiler'],
  heatPump: ['热泵主机', 'Heat pump'],
  manifold: ['分集水器', 'Manifold'],
  pump: ['循环泵', 'Pump'],
  thermostat: ['温控器', 'Thermostat'],
  freshUnit: ['新风主机', 'Fresh-air unit'],
  purifier: ['净水器', 'Purifier'],
  roUnit: ['纯水机', 'RO unit'],
  softener: ['软水机', 'Softener'],
  prefilter: ['前置过滤器', 'Prefilter'],
  tank: ['水箱', 'Tank'],
  gateway: ['网关', 'Gateway'],
  panel: ['控制面板', 'Panel'],
  sensor: ['传感器', 'Sensor'],
  vacuumUnit: ['除尘主机', 'Vacuum unit'],
  other: ['其他', 'Other'],
});

export const equipmentStatus = dictionary('equipment_status', ['设备状态', 'Equipment state'], {
  normal: ['正常', 'Normal', 'green'],
  fault: ['故障', 'Fault', 'red'],
  limited: ['带病运行', 'Limited', 'amber'],
  stopped: ['停用', 'Stopped', 'grey'],
  replaced: ['已更换', 'Replaced', 'violet'],
  removed: ['已拆除', 'Removed', 'grey'],
});

export const settleCycle = dictionary('settle_cycle', ['结算周期', 'Settlement cycle'], {
  month: ['月结', 'Monthly'],
  quarter: ['季结', 'Quarterly'],
  half: ['半年', 'Half-yearly'],
  job: ['单结', 'Per job'],
});

export const technicianLevel = dictionary('technician_level', ['技师等级', 'Technician level'], {
  t1: ['学徒', 'Apprentice'],
  t2: ['初级', 'Junior'],
  t3: ['中级', 'Middle'],
  t4: ['高级', 'Senior'],
  t5: ['专家', 'Expert'],
});

export const employType = dictionary('employ_type', ['用工类型', 'Employment'], {
  own: ['自有', 'Own'],
  outsourced: ['外包', 'Outsourced'],
  dispatchLabor: ['劳务派遣', 'Agency'],
  partTime: ['兼职', 'Part-time'],
});

export const technicianStatus = dictionary(
  'technician_status',
  ['在岗状态', 'Duty state'],
  {
    on: ['在岗', 'On duty', 'green'],
    busy: ['作业中', 'Working', 'cyan'],
    leave: ['请假', 'On leave', 'amber'],
    off: ['休息', 'Off', 'grey'],
    left: ['离职', 'Left', 'grey'],
  },
  { sealed: true },
);

export const publishStatus = dictionary(
  'publish_status',
  ['发布状态', 'Publication'],
  {
    draft: ['草稿', 'Draft', 'grey'],
    published: ['已发布', 'Published', 'green'],
    stopped: ['已停用', 'Stopped', 'red'],
  },
  { sealed: true },
);

export const standardModule = dictionary('standard_module', ['标准模块', 'Module'], {
  dispatch: ['派工', 'Dispatch'],
  completion: ['完工', 'Completion'],
  maintain: ['保养', 'Maintenance'],
  install: ['安装', 'Installation'],
  clean: ['清洗', 'Cleaning'],
  visit: ['回访', 'Visit call'],
  safety: ['安全', 'Safety'],
});

export const checklistType = dictionary('checklist_type', ['检查项类型', 'Check item type'], {
  yesNo: ['是否', 'Yes-no'],
  number: ['数值', 'Number'],
  text: ['文本', 'Text'],
  choice: ['单选', 'Choice'],
  photo: ['拍照', 'Photo'],
  meter: ['读数', 'Meter reading'],
});

export const annexMedia = dictionary('annex_media', ['附件类型', 'Media'], {
  image: ['图片', 'Image'],
  video: ['视频', 'Video'],
  audio: ['语音', 'Voice'],
  file: ['文件', 'File'],
  sign: ['签名', 'Signature'],
});

export const repairStatus = dictionary(
  'repair_status',
  ['报修状态', 'Request state'],
  {
    draft: ['草稿', 'Draft', 'grey'],
    submitted: ['待受理', 'New', 'amber'],
    accepted: ['已受理', 'Accepted', 'blue'],
    dispatched: ['已派工', 'Dispatched', 'blue'],
    inService: ['服务中', 'In service', 'cyan'],
    finished: ['已完工', 'Finished', 'green'],
    closed: ['已关闭', 'Closed', 'grey'],
    merged: ['已合并', 'Merged', 'violet'],
    rejected: ['已驳回', 'Rejected', 'grey'],
    cancelled: ['已取消', 'Cancelled', 'grey'],
  },
  { sealed: true },
);

export const faultCategory = dictionary('fault_category', ['故障类别', 'Fault class'], {
  noStart: ['不启动', 'Does not start'],
  noHeat: ['不制热', 'No heat'],
  noCool: ['不制冷', 'No cooling'],
  leak: ['漏水', 'Leak'],
  noise: ['异响', 'Noise'],
  lowFlow: ['流量小', 'Low flow'],
  code: ['报故障码', 'Trouble code'],
  control: ['控制失灵', 'Control'],
  smell: ['异味', 'Smell'],
  quality: ['水质空气异常', 'Water or air quality'],
  offline: ['设备离线', 'Offline'],
  electric: ['电气故障', 'Electric'],
  damage: ['人为损坏', 'Damage'],
  other: ['其他', 'Other'],
});

export const cancelReason = dictionary('cancel_reason', ['取消原因', 'Cancel reason'], {
  self: ['客户自行解决', 'Solved by customer'],
  wrong: ['误报', 'False report'],
  price: ['价格不接受', 'Price'],
  time: ['时间不合', 'No time'],
  other: ['其他服务商', 'Other provider'],
  duplicate: ['重复', 'Duplicate'],
  unreachable: ['联系不上', 'Unreachable'],
  area: ['超出范围', 'Out of area'],
});

export const registerStatus = dictionary(
  'register_status',
  ['登记状态', 'Registration state'],
  {
    registered: ['待派工', 'To dispatch', 'amber'],
    dispatched: ['已派工', 'Dispatched', 'blue'],
    inService: ['服务中', 'In service', 'cyan'],
    waiting: ['挂起', 'On hold', 'violet'],
    finished: ['已完工', 'Finished', 'green'],
    confirmed: ['已确认', 'Confirmed', 'green'],
    closed: ['已归档', 'Closed', 'grey'],
    cancelled: ['已取消', 'Cancelled', 'grey'],
  },
  { sealed: true },
);

export const holdReason = dictionary('hold_reason', ['挂起原因', 'Hold reason'], {
  parts: ['等待配件', 'Parts'],
  partsMaker: ['等厂家配件', "Maker's parts"],
  customer: ['客户原因', 'Customer'],
  expert: ['等待鉴定', 'Expert'],
  weather: ['天气', 'Weather'],
  construction: ['现场未具备', 'Site not ready'],
  pay: ['等待付款', 'Payment'],
  other: ['其他', 'Other'],
});

export const urgeLevel = dictionary('urge_level', ['催促程度', 'Urge level'], {
  ask: ['询问', 'Ask', 'grey'],
  push: ['催促', 'Push', 'amber'],
  angry: ['强烈不满', 'Angry', 'red'],
  media: ['投诉升级', 'Escalation', 'red'],
});

export const urgeStatus = dictionary(
  'urge_status',
  ['催单状态', 'Urge state'],
  {
    open: ['待答复', 'Open', 'amber'],
    handled: ['已答复', 'Answered', 'green'],
    escalated: ['已升级', 'Escalated', 'red'],
    closed: ['已关闭', 'Closed', 'grey'],
  },
  { sealed: true },
);

export const warrantyStatus = dictionary(
  'warranty_status',
  ['质保状态', 'Warranty state'],
  {
    pending: ['待审核', 'Pending', 'amber'],
    effective: ['在保', 'Valid', 'green'],
    expiring: ['临期', 'Expiring', 'amber'],
    expired: ['脱保', 'Expired', 'grey'],
    voided: ['作废', 'Void', 'red'],
    none: ['无', 'None', 'grey'],
  },
  { sealed: true },
);

export const payer = dictionary('payer', ['费用承担', 'Payer'], {
  customer: ['客户', 'Customer'],
  manufacturer: ['厂家', 'Manufacturer'],
  company: ['公司', 'Company'],
  plan: ['方案', 'Scheme'],
});

export const logBizType = dictionary('log_biz_type', ['业务类型', 'Business type'], {
  repair: ['报修', 'Request'],
  registration: ['登记', 'Registration'],
  dispatch: ['派工', 'Dispatch'],
  task: ['任务', 'Visit'],
  completion: ['完工', 'Completion'],
  collect: ['收款', 'Collection'],
  apply: ['领料', 'Application'],
  shipment: ['发料', 'Shipment'],
  returned: ['退料', 'Return'],
  repel: ['退单', 'Repel'],
  tool: ['工具', 'Tool'],
  piece: ['计件', 'Piece-work'],
  wage: ['工资', 'Wages'],
  scheme: ['方案', 'Scheme'],
  plan: ['计划', 'Plan'],
  remind: ['提醒', 'Reminder'],
  card: ['服务卡', 'Card'],
  order: ['订单', 'Order'],
  marketing: ['营销', 'Marketing'],
  settle: ['厂家结算', 'Settlement'],
  invoice: ['发票', 'Invoice'],
  stockAdjust: ['库存调整', 'Stock adjustment'],
  wageDispute: ['工资异议', 'Wage dispute'],
  leave: ['请假', 'Leave'],
  delay: ['延期', 'Delay'],
  urge: ['催单', 'Urge'],
  visit: ['回访', 'Visit call'],
  comment: ['评价', 'Comment'],
  warranty: ['质保', 'Warranty'],
  installShip: ['安装出货', 'Installation shipment'],
  stock: ['库存', 'Stock'],
  sap: ['SAP', 'SAP'],
  customer: ['客户', 'Customer'],
  base: ['基础资料', 'Master data'],
});

export const datePart = dictionary(
  'number_date_part',
  ['编号日期段', 'Date part of a number'],
  {
    yyyyMMdd: ['年月日', 'Year, month, day'],
    yyyyMM: ['年月', 'Year and month'],
    yyyy: ['年', 'Year'],
    none: ['无', 'None'],
  },
  { sealed: true },
);

export const resetCycle = dictionary(
  'number_reset_cycle',
  ['编号归零周期', 'Counter restarts'],
  {
    day: ['每日', 'Daily'],
    month: ['每月', 'Monthly'],
    year: ['每年', 'Yearly'],
    never: ['不归零', 'Never'],
  },
  { sealed: true },
);
