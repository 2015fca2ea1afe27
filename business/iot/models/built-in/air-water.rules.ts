import {
  choiceProperty,
  counterProperty,
  faultProperty,
  measuredProperty,
  statusProperty,
  serviceAttribute,
  switchProperty,
} from './property.rules.ts';
import type { BuiltInModel } from './models.rules.ts';

const filterCode = [
  {
    identifier: 'filterCode',
    name: '滤网编码',
    nameEn: 'Filter code',
    dataType: 'text',
    direction: 'in',
    required: true,
  },
] as const;

export const freshAir: BuiltInModel = {
  modelCode: 'fa01',
  modelName: '新风机',
  modelNameEn: 'Fresh-air unit',
  category: 'fresh_air',
  nodeType: 'sub',
  energyKind: 'fresh',
  filters: [
    { code: 'primary', nameZh: '初效滤网', nameEn: 'Coarse filter', lifeHours: 2000, warnPercent: 10 },
    { code: 'hepa', nameZh: '高效滤网', nameEn: 'HEPA filter', lifeHours: 6000, warnPercent: 10 },
  ],
  attributes: [
    switchProperty('powerSwitch', ['开关', 'Power switch'], 'saw'),
    choiceProperty(
      'mode',
      ['模式', 'Mode'],
      { 0: ['自动', 'Automatic'], 1: ['手动', 'Manual'], 2: ['睡眠', 'Sleep'], 3: ['强力', 'Boost'] },
      'saw',
    ),
    measuredProperty('speed', ['风档', 'Speed'], [0, 5, '-'], 'scw', { reportMode: 'change', aggregation: 'last' }),
    measuredProperty('supplyTemp', ['送风温度', 'Supply temperature'], [-40, 80, '℃', 1], 'c'),
    measuredProperty('returnTemp', ['回风温度', 'Return temperature'], [-40, 80, '℃', 1], 'c'),
    measuredProperty('outdoorPm25', ['室外 PM2.5', 'Outdoor PM2.5'], [0, 999, 'μg/m³'], 'sc'),
    measuredProperty('indoorPm25', ['室内 PM2.5', 'Indoor PM2.5'], [0, 999, 'μg/m³'], 'sca'),
    measuredProperty('co2', ['二氧化碳', 'CO₂'], [400, 5000, 'ppm'], 'sca'),
    measuredProperty('humidity', ['湿度', 'Humidity'], [0, 100, '%RH', 1], 'c'),
    measuredProperty('filterPercent', ['滤网剩余', 'Filter left'], [0, 100, '%'], 'sa', { aggregation: 'last' }),
    counterProperty('filterHours', ['滤网已用', 'Filter in use'], 'h', { maxRate: '1', precision: 1, uses: '' }),
    measuredProperty('airVolume', ['风量', 'Air volume'], [0, 1000, 'm³/h'], 'c'),
    measuredProperty('power', ['功率', 'Power'], [0, 2000, 'W'], 'ca'),
    counterProperty('totalEnergy', ['累计用电', 'Electricity used'], 'kWh', { maxRate: '0.05', wrap: '999999.99' }),
    counterProperty('runMinutes', ['运行时长', 'Run time'], 'min', { maxRate: '1.1', precision: 0 }),
    switchProperty('bypass', ['旁通', 'Bypass'], 'w'),
    serviceAttribute('resetFilter', ['滤网复位', 'Reset a filter'], { callMode: 'sync', parameters: filterCode }),
    serviceAttribute('boost', ['强力送风', 'Boost'], {
      parameters: [
        {
          identifier: 'minutes',
          name: '分钟',
          nameEn: 'Minutes',
          dataType: 'int',
          specs: { min: 5, max: 120 },
          direction: 'in',
          required: true,
        },
      ],
    }),
  ],
};

export const airSensor: BuiltInModel = {
  modelCode: 'as01',
  modelName: '空气检测仪',
  modelNameEn: 'Air sensor',
  category: 'air_sensor',
  nodeType: 'sub',
  energyKind: 'none',
  attributes: [
    measuredProperty('pm25', ['PM2.5', 'PM2.5'], [0, 999, 'μg/m³'], 'sca'),
    measuredProperty('pm10', ['PM10', 'PM10'], [0, 999, 'μg/m³'], 'c'),
    measuredProperty('co2', ['二氧化碳', 'CO₂'], [400, 5000, 'ppm'], 'sca'),
    measuredProperty('tvoc', ['TVOC', 'TVOC'], [0, 10, 'mg/m³', 2], 'ca'),
    measuredProperty('hcho', ['甲醛', 'Formaldehyde'], [0, 3, 'mg/m³', 3], 'ca'),
    measuredProperty('temp', ['温度', 'Temperature'], [-20, 60, '℃', 1], 'sc'),
    measuredProperty('humidity', ['湿度', 'Humidity'], [0, 100, '%RH', 1], 'sc'),
    serviceAttribute('calibrate', ['校准', 'Calibrate']),
  ],
};

export const softener: BuiltInModel = {
  modelCode: 'ws01',
  modelName: '软水机',
  modelNameEn: 'Water softener',
  category: 'water_softener',
  nodeType: 'sub',
  energyKind: 'water',
  attributes: [
    counterProperty('totalWater', ['累计用水', 'Water used'], 'L', { maxRate: '100', precision: 1 }),
    measuredProperty('flow', ['流量', 'Flow'], [0, 100, 'L/min', 1], 'sca'),
    measuredProperty('saltLevel', ['盐位', 'Salt left'], [0, 100, '%'], 'sa', { aggregation: 'last' }),
    measuredProperty('hardnessOut', ['出水硬度', 'Hardness after'], [0, 1000, 'mg/L'], 'sca'),
    choiceProperty(
      'regenState',
      ['再生状态', 'Regeneration'],
      { 0: ['待机', 'Idle'], 1: ['反洗', 'Backwash'], 2: ['吸盐', 'Brine'], 3: ['正洗', 'Rinse'] },
      'sc',
    ),
    counterProperty('regenCount', ['再生次数', 'Regenerations'], '-', { maxRate: '0.05', precision: 0 }),
    statusProperty('nextRegenTime', ['下次再生', 'Next regeneration'], 'date', {}, 's'),
    switchProperty('bypass', ['旁通', 'Bypass'], 'a'),
    measuredProperty('valvePos', ['阀位', 'Valve position'], [0, 9, '-'], '', {
      reportMode: 'change',
      aggregation: 'last',
    }),
    measuredProperty('inPressure', ['进水压力', 'Inlet pressure'], [0, 1, 'MPa', 2], 'ca'),
    serviceAttribute('regenerate', ['立即再生', 'Regenerate now']),
    serviceAttribute('setHardness', ['设定硬度', 'Set the hardness'], {
      callMode: 'sync',
      parameters: [
        {
          identifier: 'hardness',
          name: '硬度',
          nameEn: 'Hardness',
          dataType: 'int',
          specs: { min: 0, max: 1000 },
          direction: 'in',
          required: true,
        },
      ],
    }),
  ],
};

/**
 * Return the model of a purifier. The three sizes differ only in name and nameplate, by which a home finds its model.
 */
const purifier = (modelCode: string, modelName: string, modelNameEn: string, modelText: string): BuiltInModel => ({
  modelCode,
  modelName,
  modelNameEn,
  modelText,
  category: 'water_purifier',
  nodeType: 'sub',
  energyKind: 'water',
  filters: [1, 2, 3, 4].map((n) => ({
    code: `filter${n}`,
    nameZh: `${n} 号滤芯`,
    nameEn: `Filter ${n}`,
    lifeHours: n === 4 ? 17_520 : 4380,
    warnPercent: 10,
  })),
  attributes: [
    measuredProperty('tdsIn', ['进水 TDS', 'TDS before'], [0, 2000, 'mg/L'], 'c'),
    measuredProperty('tdsOut', ['出水 TDS', 'TDS after'], [0, 2000, 'mg/L'], 'sca'),
    counterProperty('pureWater', ['累计纯水', 'Pure water'], 'L', { maxRate: '5', precision: 1 }),
    counterProperty('wasteWater', ['累计废水', 'Waste water'], 'L', { maxRate: '10', precision: 1 }),
    counterProperty('totalWater', ['累计用水', 'Water used'], 'L', { maxRate: '15', precision: 1 }),
    ...[1, 2, 3, 4].map((n) =>
      measuredProperty(`filter${n}Percent`, [`${n} 号滤芯剩余`, `Filter ${n} left`], [0, 100, '%'], 'sa', {
        aggregation: 'last',
      }),
    ),
    switchProperty('makingWater', ['制水中', 'Making water'], 's'),
    choiceProperty('flushState', ['冲洗', 'Flushing'], { 0: ['无', 'None'], 1: ['冲洗中', 'Flushing'] }),
    measuredProperty('tempIn', ['进水温度', 'Inlet temperature'], [0, 60, '℃', 1], 'c'),
    switchProperty('leak', ['漏水', 'Leak'], 'sa', [
      { zh: '漏水', en: 'Leak' },
      { zh: '无', en: 'None' },
    ]),
    serviceAttribute('flush', ['冲洗', 'Flush now']),
    serviceAttribute('resetFilter', ['滤芯复位', 'Reset a filter'], { callMode: 'sync', parameters: filterCode }),
  ],
});

export const purifiers: readonly BuiltInModel[] = [
  purifier('ro45', '净水机 45', 'Water purifier 45', 'GE-RO-45'),
  purifier('ro65', '净水机 65', 'Water purifier 65', 'GE-RO-65'),
  purifier('ro75', '净水机 75', 'Water purifier 75', 'GE-RO-75'),
];

const phases = ['A', 'B', 'C'] as const;

export const electricityMeter: BuiltInModel = {
  modelCode: 'am01',
  modelName: '电表',
  modelNameEn: 'Electricity meter',
  category: 'ammeter',
  nodeType: 'sub',
  energyKind: 'ammeter',
  attributes: [
    counterProperty('totalEnergy', ['累计用电', 'Electricity used'], 'kWh', {
      maxRate: '1.2',
      wrap: '999999.99',
      uses: 'sc',
    }),
    counterProperty('peakEnergy', ['峰时用电', 'At peak times'], 'kWh', { maxRate: '1.2', wrap: '999999.99' }),
    counterProperty('flatEnergy', ['平时用电', 'At flat times'], 'kWh', { maxRate: '1.2', wrap: '999999.99' }),
    counterProperty('valleyEnergy', ['谷时用电', 'At valley times'], 'kWh', { maxRate: '1.2', wrap: '999999.99' }),
    ...phases.map((phase) =>
      measuredProperty(`voltage${phase}`, [`${phase} 相电压`, `Voltage ${phase}`], [0, 300, 'V', 1], 'ca'),
    ),
    ...phases.map((phase) =>
      measuredProperty(`current${phase}`, [`${phase} 相电流`, `Current ${phase}`], [0, 100, 'A', 2], 'ca'),
    ),
    measuredProperty('power', ['功率', 'Power'], [-30, 30, 'kW', 3], 'sca'),
    measuredProperty('powerFactor', ['功率因数', 'Power factor'], [-1, 1, '-', 2], 'c'),
    switchProperty('relay', ['继电器', 'Relay'], 'saw', [
      { zh: '合闸', en: 'Closed' },
      { zh: '断开', en: 'Open' },
    ]),
    serviceAttribute('relayOn', ['合闸', 'Close the relay'], { callMode: 'sync', risk: 'high' }),
    serviceAttribute('relayOff', ['拉闸', 'Open the relay'], { callMode: 'sync', risk: 'high' }),
    serviceAttribute('setTariff', ['设定费率', 'Set the tariff'], { risk: 'high' }),
  ],
};

export const waterMeter: BuiltInModel = {
  modelCode: 'wm01',
  modelName: '水表',
  modelNameEn: 'Water meter',
  category: 'water_meter',
  nodeType: 'sub',
  energyKind: 'water',
  attributes: [
    counterProperty('totalWater', ['累计用水', 'Water used'], 'm³', { maxRate: '0.2', precision: 3, uses: 'sc' }),
    measuredProperty('flow', ['流量', 'Flow'], [0, 10, 'm³/h', 3], 'sca'),
    measuredProperty('batteryVolt', ['电池电压', 'Battery voltage'], [0, 5, 'V', 2], 'a', { aggregation: 'last' }),
    switchProperty('valve', ['阀门', 'Valve'], 'saw', [
      { zh: '开', en: 'Open' },
      { zh: '关', en: 'Closed' },
    ]),
    faultProperty({
      0: ['低电', 'Low battery'],
      1: ['反向流', 'Reverse flow'],
      2: ['夜间持续用水', 'Water all night'],
    }),
    serviceAttribute('valveOpen', ['开阀', 'Open the valve'], { callMode: 'sync', risk: 'high' }),
    serviceAttribute('valveClose', ['关阀', 'Close the valve'], { callMode: 'sync', risk: 'high' }),
  ],
};
