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

const power = () => measuredProperty('power', ['功率', 'Power'], [0, 20_000, 'W'], 'sca');
const energy = () =>
  counterProperty('totalEnergy', ['累计用电', 'Electricity used'], 'kWh', { maxRate: '0.5', wrap: '999999.99' });

export const heatPump: BuiltInModel = {
  modelCode: 'hp01',
  modelName: '空气源热泵',
  modelNameEn: 'Air-source heat pump',
  category: 'heat_pump',
  nodeType: 'sub',
  energyKind: 'heat',
  attributes: [
    switchProperty('powerSwitch', ['开关', 'Power switch'], 'saw'),
    choiceProperty(
      'mode',
      ['模式', 'Mode'],
      { 0: ['制热', 'Heating'], 1: ['制冷', 'Cooling'], 2: ['热水', 'Hot water'], 3: ['自动', 'Automatic'] },
      'saw',
    ),
    measuredProperty('setTemp', ['设定水温', 'Set temperature'], [25, 60, '℃', 1], 'scw', {
      reportMode: 'change',
      aggregation: 'last',
    }),
    measuredProperty('outletTemp', ['出水温度', 'Outlet temperature'], [-40, 120, '℃', 1], 'sca', {
      reportMode: 'both',
      deadband: '0.2',
    }),
    measuredProperty('inletTemp', ['进水温度', 'Inlet temperature'], [-40, 120, '℃', 1], 'sca', {
      reportMode: 'both',
      deadband: '0.2',
    }),
    measuredProperty('ambientTemp', ['环境温度', 'Outdoor temperature'], [-40, 120, '℃', 1], 'c'),
    measuredProperty('exhaustTemp', ['排气温度', 'Discharge temperature'], [-40, 120, '℃', 1], 'ca'),
    measuredProperty('tankTemp', ['水箱温度', 'Tank temperature'], [-40, 120, '℃', 1], 'sc'),
    measuredProperty('flow', ['流量', 'Flow'], [0, 5, 'm³/h', 2], 'sca'),
    measuredProperty('pressHigh', ['高压', 'High pressure'], [0, 5, 'MPa', 2], 'ca'),
    measuredProperty('pressLow', ['低压', 'Low pressure'], [0, 5, 'MPa', 2], 'ca', {
      reportMode: 'both',
      deadband: '0.01',
    }),
    measuredProperty('compFreq', ['压缩机频率', 'Compressor frequency'], [0, 120, 'Hz'], 'c'),
    measuredProperty('fanSpeed', ['风机转速', 'Fan speed'], [0, 3000, 'rpm'], 'c'),
    power(),
    energy(),
    counterProperty('totalHeat', ['累计供热', 'Heat supplied'], 'kWh', { maxRate: '2', wrap: '999999.99' }),
    counterProperty('runMinutes', ['运行时长', 'Run time'], 'min', { maxRate: '1.1', precision: 0 }),
    switchProperty('defrosting', ['除霜中', 'Defrosting'], 'c', [
      { zh: '除霜', en: 'Defrosting' },
      { zh: '否', en: 'No' },
    ]),
    faultProperty({
      0: ['水流不足', 'Too little flow'],
      1: ['高压保护', 'High pressure'],
      2: ['低压保护', 'Low pressure'],
      3: ['排气过热', 'Discharge too hot'],
      4: ['进水传感器', 'Inlet sensor'],
      5: ['出水传感器', 'Outlet sensor'],
      6: ['环温传感器', 'Outdoor sensor'],
      9: ['通讯故障', 'Communication'],
      11: ['防冻保护', 'Frost protection'],
    }),
    serviceAttribute('setCurve', ['设气候曲线', 'Set the heating curve'], {
      parameters: [
        {
          identifier: 'temps',
          name: '各点水温',
          nameEn: 'Temperatures',
          dataType: 'array',
          specs: { size: 5, item: { dataType: 'float', specs: { min: 20, max: 55 } } },
          direction: 'in',
          required: true,
        },
      ],
    }),
    serviceAttribute('defrost', ['强制除霜', 'Defrost now']),
    serviceAttribute('resetFault', ['故障复位', 'Reset faults'], { callMode: 'sync' }),
  ],
};

export const airConditioner: BuiltInModel = {
  modelCode: 'ac01',
  modelName: '中央空调外机',
  modelNameEn: 'Outdoor unit',
  category: 'air_conditioner',
  nodeType: 'sub',
  energyKind: 'air',
  attributes: [
    choiceProperty(
      'mode',
      ['模式', 'Mode'],
      { 0: ['制热', 'Heating'], 1: ['制冷', 'Cooling'], 2: ['停机', 'Stopped'] },
      's',
    ),
    power(),
    energy(),
    measuredProperty('compFreq', ['压缩机频率', 'Compressor frequency'], [0, 120, 'Hz'], 'c'),
    measuredProperty('outTemp', ['室外温度', 'Outdoor temperature'], [-40, 80, '℃', 1], 'sc'),
    measuredProperty('current', ['电流', 'Current'], [0, 60, 'A', 1], 'ca'),
    counterProperty('runMinutes', ['运行时长', 'Run time'], 'min', { maxRate: '1.1', precision: 0 }),
    faultProperty({
      0: ['内外机通讯', 'Communication with indoor units'],
      1: ['缺氟', 'Too little refrigerant'],
      2: ['过热', 'Too hot'],
    }),
  ],
};

export const indoorUnit: BuiltInModel = {
  modelCode: 'aci1',
  modelName: '空调内机',
  modelNameEn: 'Indoor unit',
  category: 'ac_indoor',
  nodeType: 'sub',
  energyKind: 'air',
  attributes: [
    switchProperty('powerSwitch', ['开关', 'Power switch'], 'saw'),
    choiceProperty(
      'mode',
      ['模式', 'Mode'],
      { 0: ['制热', 'Heating'], 1: ['制冷', 'Cooling'], 2: ['除湿', 'Drying'], 3: ['送风', 'Fan only'] },
      'saw',
    ),
    measuredProperty('setTemp', ['设定温度', 'Set temperature'], [16, 30, '℃', 1], 'scw', {
      reportMode: 'change',
      aggregation: 'last',
    }),
    measuredProperty('roomTemp', ['室内温度', 'Room temperature'], [-20, 60, '℃', 1], 'sca'),
    choiceProperty(
      'fanSpeed',
      ['风速', 'Fan speed'],
      { 0: ['自动', 'Automatic'], 1: ['低', 'Low'], 2: ['中', 'Middle'], 3: ['高', 'High'] },
      'sw',
    ),
    switchProperty('swing', ['摆风', 'Swing'], 'w'),
    measuredProperty('filterHours', ['滤网已用', 'Filter in use'], [0, 20_000, 'h'], 'a'),
  ],
};

export const thermostat: BuiltInModel = {
  modelCode: 'th01',
  modelName: '温控器',
  modelNameEn: 'Thermostat',
  category: 'thermostat',
  nodeType: 'sub',
  energyKind: 'heat',
  attributes: [
    measuredProperty('roomTemp', ['室内温度', 'Room temperature'], [-20, 60, '℃', 1], 'sca'),
    measuredProperty('humidity', ['湿度', 'Humidity'], [0, 100, '%RH', 1], 'sc'),
    measuredProperty('setTemp', ['设定温度', 'Set temperature'], [5, 35, '℃', 1], 'scw', {
      reportMode: 'change',
      aggregation: 'last',
    }),
    measuredProperty('valveOpen', ['阀门开度', 'Valve position'], [0, 100, '%'], 'sc'),
    statusProperty(
      'schedule',
      ['时段', 'Schedule'],
      'struct',
      {
        fields: [
          { identifier: 'dayFrom', name: '白天开始', nameEn: 'Day from', dataType: 'int' },
          { identifier: 'dayTemp', name: '白天温度', nameEn: 'By day', dataType: 'float' },
          { identifier: 'nightFrom', name: '夜间开始', nameEn: 'Night from', dataType: 'int' },
          { identifier: 'nightTemp', name: '夜间温度', nameEn: 'By night', dataType: 'float' },
        ],
      },
      'w',
    ),
    measuredProperty('battery', ['电量', 'Battery'], [0, 100, '%'], 'sa', {
      reportMode: 'change',
      aggregation: 'last',
    }),
  ],
};
