import type { Label } from '#kernel/language/label.ts';

/** A group of device categories. */
interface CategoryGroup {
  readonly code: string;
  readonly label: Label;
  readonly kinds: readonly string[];
}

/** Device categories by group, for counting and selecting models. */
export const categoryGroups: readonly CategoryGroup[] = [
  {
    code: 'heating',
    label: ['采暖与热水', 'Heating and hot water'],
    kinds: ['heat_pump', 'boiler', 'floor_heating', 'hot_water', 'thermostat'],
  },
  { code: 'air', label: ['空气', 'Air'], kinds: ['fresh_air', 'air_conditioner', 'ac_indoor', 'air_sensor'] },
  { code: 'water', label: ['水', 'Water'], kinds: ['water_softener', 'water_purifier', 'prefilter'] },
  { code: 'meters', label: ['计量', 'Meters'], kinds: ['ammeter', 'water_meter', 'gas_meter', 'heat_meter'] },
  { code: 'safety', label: ['安全', 'Safety'], kinds: ['leak_sensor', 'gas_sensor', 'door_sensor', 'lock', 'camera'] },
  {
    code: 'control',
    label: ['控制', 'Control'],
    kinds: ['gateway', 'screen', 'switch_panel', 'light', 'curtain', 'other'],
  },
];
