import { dictionary } from '#kernel/language/dictionary.ts';

export const source = dictionary('source', ['来源', 'Source'], {
  phone: ['电话', 'Phone'],
  wechat: ['微信', 'WeChat'],
  app: ['APP', 'App'],
  iot: ['设备告警', 'IoT alarm'],
  plan: ['保养计划', 'Maintenance plan'],
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
    leave: ['请假', 'On leave', 'violet'],
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
    proposed: ['待审批', 'Waits for approval', 'amber'],
    published: ['已发布', 'Published', 'green'],
    stopped: ['已停用', 'Stopped', 'grey'],
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

export const logBizType = dictionary('log_biz_type', ['业务类型', 'Business type'], {
  repair: ['报修', 'Request'],
  registration: ['登记', 'Work order'],
  dispatch: ['派工', 'Dispatch'],
  task: ['任务', 'Visit'],
  completion: ['完工', 'Completion'],
  collect: ['收款', 'Collection'],
  apply: ['领料', 'Material request'],
  shipment: ['发料', 'Shipment'],
  returned: ['退料', 'Return'],
  repel: ['退单', 'Customer return'],
  tool: ['工具', 'Tool'],
  piece: ['计件', 'Piecework'],
  wage: ['工资', 'Pay'],
  scheme: ['方案', 'Service contract'],
  plan: ['计划', 'Plan'],
  remind: ['提醒', 'Reminder'],
  card: ['服务卡', 'Service card'],
  order: ['订单', 'Order'],
  marketing: ['营销', 'Marketing'],
  settle: ['厂家结算', 'Settlement'],
  invoice: ['发票', 'Invoice'],
  stockAdjust: ['库存调整', 'Stock adjustment'],
  wageDispute: ['工资异议', 'Pay dispute'],
  leave: ['请假', 'Leave'],
  delay: ['延期', 'Delay'],
  urge: ['催单', 'Follow-up call'],
  visit: ['回访', 'Visit call'],
  comment: ['评价', 'Comment'],
  warranty: ['质保', 'Warranty'],
  installShip: ['安装出货', 'Installation shipment'],
  stock: ['库存', 'Stock'],
  sap: ['SAP', 'SAP'],
  customer: ['客户', 'Customer'],
  alarm: ['告警', 'Alarm'],
  instructionTask: ['指令任务', 'Instruction task'],
  base: ['基础资料', 'Master data'],
  care: ['客户关怀', 'Customer care'],
});

export const datePart = dictionary(
  'number_date_part',
  ['编号日期段', 'Date part'],
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

export const payChannel = dictionary('pay_channel', ['收款渠道', 'Channel'], {
  cash: ['现金', 'Cash'],
  wechat: ['微信支付', 'WeChat Pay'],
  alipay: ['支付宝', 'Alipay'],
  bank: ['银行转账', 'Bank'],
  pos: ['刷卡', 'POS'],
  card: ['服务卡', 'Service card'],
  month: ['月结', 'Monthly account'],
  free: ['免收', 'Free'],
});

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
