import { dictionary } from '#kernel/language/dictionary.ts';

const sealed = { sealed: true } as const;

export const thingCategory = dictionary('thing_category', ['设备类别', 'Kind of device'], {
  heat_pump: ['热泵', 'Heat pump'],
  boiler: ['壁挂炉', 'Boiler'],
  floor_heating: ['地暖分集水器', 'Floor-heating manifold'],
  fresh_air: ['新风机', 'Fresh-air unit'],
  air_conditioner: ['中央空调', 'Central air-con'],
  ac_indoor: ['空调内机', 'Indoor unit'],
  water_softener: ['软水机', 'Water softener'],
  water_purifier: ['净水机', 'Water purifier'],
  prefilter: ['前置过滤器', 'Prefilter'],
  hot_water: ['热水器', 'Water heater'],
  ammeter: ['电表', 'Electricity meter'],
  water_meter: ['水表', 'Water meter'],
  gas_meter: ['燃气表', 'Gas meter'],
  heat_meter: ['热量表', 'Heat meter'],
  thermostat: ['温控器', 'Thermostat'],
  air_sensor: ['空气检测仪', 'Air sensor'],
  leak_sensor: ['水浸传感器', 'Leak sensor'],
  gas_sensor: ['燃气报警器', 'Gas sensor'],
  door_sensor: ['门磁', 'Door sensor'],
  curtain: ['窗帘', 'Curtain'],
  light: ['照明', 'Light'],
  switch_panel: ['开关面板', 'Switch panel'],
  lock: ['门锁', 'Lock'],
  camera: ['摄像机', 'Camera'],
  gateway: ['网关', 'Gateway'],
  screen: ['中控屏', 'Wall panel'],
  other: ['其他', 'Other'],
});

export const nodeType = dictionary(
  'node_type',
  ['节点类型', 'Node type'],
  {
    direct: ['直连设备', 'Direct device'],
    gateway: ['网关', 'Gateway'],
    sub: ['网关子设备', 'Sub-device'],
    virtual: ['虚拟设备', 'Virtual device'],
    third_party: ['第三方设备', 'Third-party device'],
  },
  sealed,
);

export const authType = dictionary(
  'auth_type',
  ['鉴权方式', 'Authentication'],
  {
    device_secret: ['一机一密', 'Secret per device'],
    product_secret: ['一型一密', 'Secret per model'],
    x509: ['设备证书', 'Certificate of the device'],
    none: ['免鉴权（局域网）', 'None (local network)'],
  },
  sealed,
);

export const validateMode = dictionary(
  'validate_mode',
  ['校验方式', 'Validation'],
  {
    strict: ['严格：拒收', 'Strict: refuse'],
    loose: ['宽松：记录并保留', 'Loose: mark and keep'],
    off: ['关闭', 'Off'],
  },
  sealed,
);

export const modelStatus = dictionary(
  'model_status',
  ['模型状态', 'Model state'],
  {
    draft: ['草稿', 'Draft', 'grey'],
    published: ['已发布', 'Published', 'green'],
    disabled: ['已停用', 'Disabled', 'red'],
  },
  sealed,
);

export const attrType = dictionary(
  'attr_type',
  ['功能类型', 'Kind of attribute'],
  { property: ['属性', 'Property'], event: ['事件', 'Event'], service: ['服务', 'Service'] },
  sealed,
);

export const dataType = dictionary(
  'data_type',
  ['数据类型', 'Data type'],
  {
    int: ['整数', 'Integer'],
    long: ['长整数', 'Long integer'],
    float: ['单精度', 'Float'],
    double: ['双精度', 'Double'],
    bool: ['布尔', 'Boolean'],
    enum: ['枚举', 'Enumeration'],
    text: ['文本', 'Text'],
    date: ['时间', 'Time'],
    bitmap: ['位图', 'Bitmap'],
    array: ['数组', 'Array'],
    struct: ['结构', 'Structure'],
    geo: ['位置', 'Position'],
    file: ['文件', 'File'],
  },
  sealed,
);

export const accessMode = dictionary(
  'access_mode',
  ['读写', 'Access'],
  { r: ['只读', 'Read'], rw: ['读写', 'Read and write'], w: ['只写', 'Write'] },
  sealed,
);

export const reportMode = dictionary(
  'report_mode',
  ['上报方式', 'Reported'],
  { periodic: ['周期', 'Periodically'], change: ['变化', 'On change'], both: ['周期+变化', 'Both'] },
  sealed,
);

export const storageMode = dictionary(
  'storage_mode',
  ['存储', 'Stored'],
  { history: ['存历史', 'History'], latest: ['仅最新', 'Latest only'], none: ['不存', 'Not stored'] },
  sealed,
);

export const aggMode = dictionary(
  'agg_mode',
  ['聚合方式', 'Aggregation'],
  {
    avg: ['平均', 'Average'],
    last: ['末值', 'Last'],
    counter: ['累计差', 'Counter'],
    duration: ['时长', 'Duration'],
    none: ['无', 'None'],
  },
  sealed,
);

export const eventLevel = dictionary(
  'event_level',
  ['事件级别', 'Event level'],
  { info: ['信息', 'Info', 'blue'], warn: ['告警', 'Warning', 'amber'], error: ['故障', 'Fault', 'red'] },
  sealed,
);

export const callMode = dictionary(
  'call_mode',
  ['调用方式', 'Call mode'],
  { sync: ['同步', 'Synchronous'], async: ['异步', 'Asynchronous'] },
  sealed,
);

export const iotUnit = dictionary('iot_unit', ['计量单位', 'Unit'], {
  '℃': ['℃', '℃'],
  '%': ['%', '%'],
  '%RH': ['%RH', '%RH'],
  kWh: ['kWh', 'kWh'],
  W: ['W', 'W'],
  kW: ['kW', 'kW'],
  V: ['V', 'V'],
  A: ['A', 'A'],
  Hz: ['Hz', 'Hz'],
  L: ['L', 'L'],
  'm³': ['m³', 'm³'],
  'm³/h': ['m³/h', 'm³/h'],
  'L/min': ['L/min', 'L/min'],
  MPa: ['MPa', 'MPa'],
  kPa: ['kPa', 'kPa'],
  ppm: ['ppm', 'ppm'],
  'mg/L': ['mg/L', 'mg/L'],
  'mg/m³': ['mg/m³', 'mg/m³'],
  'μg/m³': ['μg/m³', 'μg/m³'],
  lux: ['lux', 'lux'],
  dB: ['dB', 'dB'],
  dBm: ['dBm', 'dBm'],
  rpm: ['rpm', 'rpm'],
  min: ['min', 'min'],
  h: ['h', 'h'],
  kg: ['kg', 'kg'],
  'm/s': ['m/s', 'm/s'],
  '-': ['-', '-'],
});

export const instanceStatus = dictionary(
  'instance_status',
  ['设备状态', 'Device state'],
  {
    inactive: ['未激活', 'Not active yet', 'grey'],
    active: ['已激活', 'Active', 'green'],
    disabled: ['已禁用', 'Disabled', 'red'],
    retired: ['已退役', 'Retired', 'grey'],
  },
  sealed,
);

export const onlineStatus = dictionary(
  'online_status',
  ['在线状态', 'Online state'],
  {
    unknown: ['未知', 'Unknown', 'grey'],
    online: ['在线', 'Online', 'green'],
    offline: ['离线', 'Offline', 'grey'],
  },
  sealed,
);

export const onlineReason = dictionary(
  'online_reason',
  ['在线依据', 'Why it counts as online'],
  {
    session: ['会话', 'Session'],
    data: ['数据上报', 'Data'],
    parent: ['父设备', 'Gateway'],
    timeout: ['超时', 'Timeout'],
    lwt: ['遗嘱', 'Last will'],
    kick: ['顶替', 'Taken over'],
  },
  sealed,
);

export const alarmLevel = dictionary(
  'alarm_level',
  ['告警级别', 'Alarm level'],
  {
    critical: ['紧急', 'Critical', 'red'],
    major: ['重要', 'Major', 'amber'],
    minor: ['次要', 'Minor', 'amber'],
    info: ['提示', 'Info', 'blue'],
  },
  sealed,
);

export const mainMacType = dictionary('main_mac_type', ['主设备类型', 'Kind of main device'], {
  central_gateway: ['中央网关', 'Central gateway'],
  heat_pump_host: ['热泵主机', 'Heat pump host'],
  fresh_air_host: ['新风主机', 'Fresh-air host'],
  screen_panel: ['智能中控屏', 'Wall panel'],
  meter_collector: ['集中抄表器', 'Meter collector'],
  wifi_direct: ['直连设备', 'Direct Wi-Fi device'],
});
