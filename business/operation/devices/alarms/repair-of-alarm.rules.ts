/** Kind of repair for each device category, used if the trouble code names none. */
const SYSTEMS: Readonly<Record<string, string>> = {
  heat_pump: 'heatPump',
  boiler: 'boiler',
  fresh_air: 'freshAir',
  air_conditioner: 'hvac',
  ac_indoor: 'hvac',
  floor_heating: 'floorHeat',
  thermostat: 'floorHeat',
  water_softener: 'softWater',
  water_purifier: 'waterPure',
  prefilter: 'waterPure',
  hot_water: 'hotWater',
  gateway: 'smartHome',
  screen: 'smartHome',
  switch_panel: 'smartHome',
  light: 'smartHome',
  curtain: 'smartHome',
  lock: 'smartHome',
  camera: 'smartHome',
};

export const systemOf = (category: string): string => SYSTEMS[category] ?? 'other';

/** Return the urgency of a repair request for an alarm of this level. */
export function urgencyOfAlarm(level: string | null, isSafety: boolean): 'safety' | 'critical' | 'high' | 'normal' {
  if (level === 'critical') return isSafety ? 'safety' : 'critical';
  return level === 'major' ? 'high' : 'normal';
}
