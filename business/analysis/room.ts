import type { Room } from '#kernel/language/room.ts';
import { DEFAULT_TARIFF } from './energy/tariff.rules.ts';

const users = ['as_operator', 'as_iot', 'as_leader', 'as_manager', 'as_admin'] as const;

/** Energy use of homes by hour, day, month and year, compared with other homes and the weather. */
export default {
  name: 'analysis',
  title: ['分析', 'Analysis'],
  needs: ['platform', 'masterdata', 'customers', 'intake', 'iot', 'operation'],
  load: 'later',
  topMenu: { code: 'analysis', label: ['分析', 'Analysis'], icon: 'chart-column', sort: 6 },
  papers: [],
  dictionaries: [],
  groups: [{ code: 'analysis-energy', label: ['能耗', 'Energy'], icon: 'chart-column', sort: 170 }],
  pages: [
    ...(
      [
        ['heat', ['热量', 'Heat'], 'flame', 10],
        ['fresh', ['新风', 'Fresh air'], 'flower', 20],
        ['water', ['水', 'Water'], 'filter', 30],
        ['ammeter', ['电量', 'Electricity'], 'zap', 40],
        ['air', ['空调', 'Air conditioning'], 'plug', 50],
      ] as const
    ).map(([code, label, icon, sort]) => ({
      code: `energy-${code}`,
      label,
      group: 'analysis-energy',
      icon,
      path: `/analysis/${code}`,
      sort,
      roles: [...users],
    })),
    {
      code: 'energy-efficiency',
      label: ['能效榜', 'Efficiency'],
      group: 'analysis-energy',
      icon: 'gauge',
      path: '/analysis/efficiency',
      sort: 5,
      roles: [...users],
      wide: true,
    },
  ],
  parameters: [
    {
      key: 'iot.tariff',
      label: ['电价：峰、平、谷的时段与单价（元/kWh）', 'Tariff: hours and price of peak, flat, valley (CNY/kWh)'],
      initial: DEFAULT_TARIFF,
    },
    { key: 'iot.degreeDay.base', label: ['度日基准（℃）', 'Base of degree days (℃)'], initial: '18' },
  ],
} satisfies Room;
