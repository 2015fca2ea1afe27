import { counterProperty, measuredProperty, statusProperty, serviceAttribute } from './property.rules.ts';
import type { BuiltInModel } from './models.rules.ts';

const machine = () => [
  measuredProperty('cpu', ['处理器占用', 'CPU'], [0, 100, '%', 1], 'c'),
  measuredProperty('mem', ['内存占用', 'Memory'], [0, 100, '%', 1], 'c'),
  measuredProperty('disk', ['存储占用', 'Disk'], [0, 100, '%', 1], 'c'),
  measuredProperty('signal', ['信号强度', 'Signal'], [-120, 0, 'dBm'], 'sca'),
  measuredProperty('subOnline', ['在线子设备', 'Sub-devices online'], [0, 500, '-'], 'sa', { aggregation: 'last' }),
  statusProperty('appVersion', ['应用版本', 'App version'], 'text', { maxLength: 32 }),
  statusProperty('ip', ['IP地址', 'IP address'], 'text', { maxLength: 45 }),
  counterProperty('upMinutes', ['开机时长', 'Up time'], 'min', { maxRate: '1.1', precision: 0, uses: '' }),
  serviceAttribute('syncDevices', ['同步子设备', 'Synchronise sub-devices'], { callMode: 'sync' }),
  serviceAttribute('collectLog', ['采集日志', 'Collect the log']),
  serviceAttribute('reboot', ['重启', 'Reboot'], { risk: 'high' }),
  serviceAttribute('appUpdate', ['应用更新', 'Update the app']),
];

export const gateway: BuiltInModel = {
  modelCode: 'gw01',
  modelName: '中央网关',
  modelNameEn: 'Central gateway',
  category: 'gateway',
  nodeType: 'gateway',
  energyKind: 'none',
  attributes: machine(),
};

export const wallPanel: BuiltInModel = {
  modelCode: 'sc01',
  modelName: '智能中控屏',
  modelNameEn: 'Wall panel',
  category: 'screen',
  nodeType: 'gateway',
  energyKind: 'none',
  attributes: [
    ...machine(),
    measuredProperty('brightness', ['亮度', 'Brightness'], [0, 100, '%'], 'w', {
      reportMode: 'change',
      aggregation: 'last',
    }),
  ],
};
