/** A room of a demo home. */
interface PlannedRoom {
  readonly name: string;
  readonly roomType: string;
  readonly floor: string;
  readonly areaSize: number;
}

/** A device of a demo home: model code, name, room name, and category of the customer's machine. */
export interface PlannedDevice {
  readonly model: string;
  readonly name: string;
  readonly room: string;
  readonly category?: string;
  readonly mainMacType?: string;
}

/** Kind of system, and model name, of a machine by its category. */
export const machineKinds: Readonly<Record<string, { readonly system: string; readonly model: string }>> = {
  heatPump: { system: 'heatPump', model: 'HP12' },
  freshUnit: { system: 'freshAir', model: 'F350' },
  roUnit: { system: 'waterPure', model: 'RO600' },
  softener: { system: 'softWater', model: 'S20' },
};

const flat: readonly PlannedRoom[] = [
  { name: '客厅', roomType: 'living', floor: '1', areaSize: 32 },
  { name: '餐厅', roomType: 'dining', floor: '1', areaSize: 14 },
  { name: '主卧', roomType: 'master', floor: '1', areaSize: 18 },
  { name: '次卧', roomType: 'second', floor: '1', areaSize: 13 },
  { name: '书房', roomType: 'study', floor: '1', areaSize: 10 },
  { name: '厨房', roomType: 'kitchen', floor: '1', areaSize: 9 },
  { name: '卫生间', roomType: 'bath', floor: '1', areaSize: 6 },
  { name: '设备间', roomType: 'plant', floor: '1', areaSize: 5 },
];

const villa: readonly PlannedRoom[] = [
  { name: '客厅', roomType: 'living', floor: '1', areaSize: 48 },
  { name: '餐厅', roomType: 'dining', floor: '1', areaSize: 22 },
  { name: '厨房', roomType: 'kitchen', floor: '1', areaSize: 14 },
  { name: '卫生间', roomType: 'bath', floor: '1', areaSize: 6 },
  { name: '设备间', roomType: 'plant', floor: '1', areaSize: 8 },
  { name: '次卧', roomType: 'second', floor: '2', areaSize: 22 },
  { name: '儿童房', roomType: 'child', floor: '2', areaSize: 20 },
  { name: '书房', roomType: 'study', floor: '2', areaSize: 18 },
  { name: '二楼卫生间', roomType: 'bath', floor: '2', areaSize: 8 },
  { name: '主卧', roomType: 'master', floor: '3', areaSize: 34 },
  { name: '主卫', roomType: 'bath', floor: '3', areaSize: 12 },
];

/** Is a home of this area (m²) a villa with several floors? Otherwise it is a flat. */
export const isVilla = (houseArea: number): boolean => houseArea > 215;

export const roomsOf = (houseArea: number): readonly PlannedRoom[] => (isVilla(houseArea) ? villa : flat);

/** Device for a customer's machine, by category. */
const machines: Readonly<Record<string, Omit<PlannedDevice, 'category'>>> = {
  heatPump: { model: 'hp01', name: '空气源热泵', room: '设备间' },
  freshUnit: { model: 'fa01', name: '新风机', room: '设备间' },
  softener: { model: 'ws01', name: '软水机', room: '设备间' },
  roUnit: { model: 'ro65', name: '净水机', room: '厨房' },
  outdoorUnit: { model: 'ac01', name: '中央空调外机', room: '设备间' },
  indoorUnit: { model: 'aci1', name: '空调内机', room: '客厅' },
  thermostat: { model: 'th01', name: '客厅温控器', room: '客厅' },
};

const everywhere: readonly PlannedDevice[] = [
  { model: 'gw01', name: '中央网关', room: '设备间', category: 'gateway', mainMacType: 'central_gateway' },
  { model: 'am01', name: '电表', room: '设备间' },
  { model: 'as01', name: '空气检测仪', room: '客厅' },
  { model: 'th01', name: '主卧温控器', room: '主卧' },
  { model: 'th01', name: '次卧温控器', room: '次卧' },
];

const often: readonly PlannedDevice[] = [
  { model: 'fa01', name: '新风机', room: '设备间', category: 'freshUnit' },
  { model: 'th01', name: '书房温控器', room: '书房' },
  { model: 'wm01', name: '水表', room: '厨房' },
  { model: 'hp01', name: '空气源热泵', room: '设备间', category: 'heatPump' },
  { model: 'ro75', name: '净水机', room: '厨房', category: 'roUnit' },
  { model: 'ws01', name: '软水机', room: '设备间', category: 'softener' },
  { model: 'sc01', name: '中控屏', room: '客厅', mainMacType: 'screen_panel' },
  { model: 'ro45', name: '净水机', room: '厨房', category: 'roUnit' },
];

/** Number of devices up to which a home is filled. */
const USUAL = 10;

/**
 * Return the devices of a home: the standard ones, those of the customer's machines, and others up to ten. `from`
 * varies the others.
 */
export function devicesOf(categories: readonly string[], from: number): PlannedDevice[] {
  const known = [...new Set(categories)].flatMap((category) =>
    machines[category] ? [{ ...machines[category], category }] : [],
  );
  const planned = [...everywhere, ...known];
  for (let at = 0; planned.length < USUAL && at < often.length; at++) {
    const next = often[(from + at) % often.length];
    const isThere = planned.some((one) => one.name === next.name);
    if (!isThere) planned.push(next);
  }
  return planned;
}
