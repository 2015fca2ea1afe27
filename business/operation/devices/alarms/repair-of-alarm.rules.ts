/** The system that a repair of a kind of device is about, where its trouble code says nothing. */
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

/** How urgent a repair is that an alarm asks for. */
export function urgencyOfAlarm(level: string | null, isSafety: boolean): 'safety' | 'critical' | 'high' | 'normal' {
  if (level === 'critical') return isSafety ? 'safety' : 'critical';
  return level === 'major' ? 'high' : 'normal';
}
