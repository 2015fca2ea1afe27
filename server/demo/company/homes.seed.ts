import { mustGet } from '#kernel/language/must.ts';
import type { Draft, Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server/context.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { addDays } from '#kernel/language/days.ts';
import { warrantyEnd } from '#business/customers/equipment/warranty.rules.ts';
import { Chance, type DemoWorld, twoDigits } from '#business/system/seed/demo-world.seed.ts';
import type { Maker } from './master.seed.ts';
import { personName } from './names.ts';
import type { Estate } from './premises.seed.ts';

/** Return the area of a home (m²): four of five are family flats of like size, whose heat pumps can be compared. */
const areaOf = (draw: number): number => (draw < 222 ? 108 + (draw % 31) : draw);

export interface SeedMachine {
  id: string;
  name: string;
  system: string;
  category: string;
  /** Number of heating loops, for a manifold only. */
  loops?: number;
}
export interface SeedHome {
  /** Day (`yyyy-MM-dd`) on which the home was registered: no call or order is before it. */
  since: string;
  fileId: string;
  customerId: string;
  name: string;
  phone: string;
  address: string;
  team: string;
  premisesId: string;
  location: string;
  machines: SeedMachine[];
}

type MachineDraft = Draft<typeof equipment>;
type Unit = readonly [
  name: string,
  category: MachineDraft['equipmentCategory'],
  room: MachineDraft['fangjianType'],
  place: string,
  model: string,
];

/** Units of each system in the order in which a home gets them, as far as its number of units allows. */
const systems: Readonly<Record<string, readonly Unit[]>> = {
  hvac: [
    ['室外机', 'outdoorUnit', 'outdoor', '北阳台', 'MX'],
    ['客厅风管机', 'indoorUnit', 'living', '吊顶', 'DU'],
    ['主卧风管机', 'indoorUnit', 'master', '吊顶', 'DU'],
  ],
  floorHeat: [
    ['分集水器', 'manifold', 'plant', '设备间', 'M'],
    ['混水中心', 'pump', 'plant', '设备间', 'MX'],
    ['地暖温控器', 'thermostat', 'living', '客厅墙面', 'T'],
  ],
  boiler: [['壁挂炉', 'boiler', 'balcony', '北阳台', 'B']],
  waterPure: [
    ['前置过滤器', 'prefilter', 'kitchen', '进户管', 'P'],
    ['纯水机', 'roUnit', 'kitchen', '厨下', 'RO'],
  ],
  softWater: [['软水机', 'softener', 'plant', '设备间', 'S']],
  freshAir: [['新风主机', 'freshUnit', 'balcony', '吊顶', 'F']],
  heatPump: [
    ['热泵主机', 'heatPump', 'outdoor', '北阳台', 'HP'],
    ['缓冲水箱', 'tank', 'plant', '设备间', 'TK'],
  ],
  hotWater: [['热水循环泵', 'pump', 'plant', '设备间', 'HW']],
  smartHome: [
    ['智能网关', 'gateway', 'living', '弱电箱', 'G'],
    ['控制面板', 'panel', 'living', '玄关', 'K'],
  ],
};

/** Relative frequency of each system in homes. A home has 3.4 machines on average. */
const commonness: Readonly<Record<string, number>> = {
  hvac: 27,
  floorHeat: 18,
  boiler: 14,
  waterPure: 12,
  softWater: 7,
  freshAir: 11,
  heatPump: 6,
  hotWater: 3,
  smartHome: 6,
};

function unitsOf(chance: Chance): { system: string; unit: Unit }[] {
  const wanted = chance.weighted({ 2: 22, 3: 32, 4: 28, 5: 14, 6: 4 });
  const units: { system: string; unit: Unit }[] = [];
  const chosen = new Set<string>();
  while (units.length < Number(wanted) && chosen.size < 9) {
    const system = chance.weighted(commonness);
    if (chosen.has(system)) continue;
    chosen.add(system);
    for (const unit of systems[system]) if (units.length < Number(wanted)) units.push({ system, unit });
  }
  return units;
}

const keyNotes = [
  '有大型犬，敲门前先打电话。',
  '备用钥匙在物业，凭业主短信领取。',
  '老人独居，说话慢一些，先自报工号。',
  '地库固定车位 B2-118 可临停。',
  '客户要求鞋套，不要按门铃（婴儿午睡）。',
  '尾款按约定完工后对公转账。',
  '租客自住，费用由房东承担，先致电房东。',
];
const tags = ['老客户', '样板房', '精装交付', '别墅', '复式', '团购'];

interface Plan {
  at: string;
  homes: number;
}

/**
 * Create the customers with their homes and machines, in monthly batches over five years, each in one transaction. Some
 * have a second home. A short or small demo run has fewer.
 */
export async function seedHomes(
  world: DemoWorld,
  estates: readonly Estate[],
  makers: readonly Maker[],
  technicians: readonly string[],
): Promise<{ homes: SeedHome[]; newcomers: Newcomers }> {
  const chance = new Chance(world.random);
  const batches: Plan[] = Array.from({ length: BATCHES }, (_, at) => ({
    at: `${addDays(world.today, -1790 + at * 30)} ${twoDigits(chance.between(9, 16))}:${twoDigits(chance.between(0, 59))}:00`,
    homes: Math.max(6, Math.round(HOMES_A_BATCH * world.share * Math.min(1, world.months / WHOLE_MONTHS))),
  }));
  const homes = new Map<Plan, SeedHome[]>();
  const known = new Set<string>();
  const making = { world, chance, estates, makers, technicians, known };
  const take = async (batch: Plan, lane: Chance): Promise<void> => {
    homes.set(
      batch,
      await world.as('as_cs', batch.at, (context) =>
        takeIn(context, { ...making, chance: lane, first: batch.at.slice(0, 10) }, batch.homes),
      ),
    );
  };
  // Update the statistics of the tables early: PostgreSQL's plans for empty tables would scan full ones.
  for (const [from, to] of [
    [0, 2],
    [2, 10],
    [10, BATCHES],
  ]) {
    await world.concurrency(batches.slice(from, to), (batch) => batch.at, take);
    await world.settled?.();
  }
  return {
    homes: batches.flatMap((batch) => mustGet(homes, batch)),
    newcomers: {
      take: (context, { day, at, chance: lane }) => oneNewcomer(context, { ...making, chance: lane, first: day }, at),
      build: (context, home, built) => buildIn(context, makers, home, built),
      door: () => door(making),
      units: () => newUnits(chance),
    },
  };
}

/** Number of monthly batches in which homes are registered, the last about three weeks ago. */
const BATCHES = 60;
/** Homes of a batch in a whole company with three months of business: enough that few homes call twice. */
const HOMES_A_BATCH = 46;
const WHOLE_MONTHS = 3;

/** Source of customers who come later with an empty home, and of the units to install there. */
export interface Newcomers {
  door(): HomeDoor;
  units(): NewUnit[];
  take(context: Context, came: { day: string; at: HomeDoor; chance: Chance }): Promise<SeedHome>;
  build(context: Context, home: SeedHome, built: BuiltIn): Promise<SeedMachine[]>;
}
interface BuiltIn {
  readonly units: readonly NewUnit[];
  readonly day: string;
  readonly chance: Chance;
}
export interface NewUnit {
  readonly system: string;
  readonly unit: Unit;
}

/** Return the units of whole systems to install in a new home; a heat pump always comes with floor heating. */
function newUnits(chance: Chance): NewUnit[] {
  const main = chance.weighted({ hvac: 42, floorHeat: 34, heatPump: 14, freshAir: 10 });
  const also = chance.weighted({ none: 40, freshAir: 18, waterPure: 20, boiler: 14, smartHome: 8 });
  const chosen = [
    main,
    ...(main === 'heatPump' ? ['floorHeat'] : []),
    ...(also === 'none' || also === main ? [] : [also]),
  ];
  return chosen.flatMap((system) => systems[system].map((unit) => ({ system, unit })));
}

interface Making {
  world: DemoWorld;
  chance: Chance;
  estates: readonly Estate[];
  makers: readonly Maker[];
  technicians: readonly string[];
  known: Set<string>;
  first: string;
}

interface Owner {
  readonly customerId: string;
  readonly name: string;
  readonly phone: string;
  readonly at: HomeDoor;
}

function door(making: Pick<Making, 'chance' | 'estates' | 'known'>): {
  estate: Estate;
  building: string;
  unit: string;
  roomNo: string;
  address: string;
} {
  const { chance, estates, known } = making;
  for (;;) {
    const estate = chance.pick(estates);
    const building = String(chance.between(1, 38));
    const roomNo = `${chance.between(1, 22)}0${chance.between(1, 4)}`;
    const address = `${estate.address}${estate.name}${building}号${roomNo}室`;
    if (!known.has(address)) {
      known.add(address);
      return { estate, building, unit: String(chance.between(1, 3)), roomNo, address };
    }
  }
}

function ownerOf(making: Making, at: HomeDoor): Draft<typeof customer> {
  const { chance } = making;
  const type = chance.weighted({ person: 92, company: 5, property: 2, developer: 1 });
  const customerName =
    type === 'person'
      ? personName(chance)
      : `${chance.pick(['申汇', '致和', '临港', '云杉', '德信', '海悦'])}${chance.pick({ company: ['科技有限公司', '贸易有限公司', '设计事务所'], property: ['物业管理处'], developer: ['置业有限公司'] }[type])}`;
  const phone = chance.mobile();
  return {
    customerName,
    phone,
    customerType: type,
    customerLevel: chance.weighted({ normal: 62, silver: 15, gold: 10, vip: 12, black: 1 }),
    contactName: type === 'person' ? null : personName(chance),
    phone2: chance.percent(18) ? chance.mobile() : null,
    premisesId: at.estate.id,
    building: at.building,
    unit: at.unit,
    roomNo: at.roomNo,
    addressDetail: at.address,
    location: at.estate.location,
    houseArea: String(areaOf(chance.between(68, 260))),
    customerServiceTeam: at.estate.team,
    customerDataSource: chance.weighted({ legacy: 30, manual: 35, import: 15, wechat: 12, household: 8 }),
    salesman: chance.percent(60) ? personName(chance) : null,
    preferredTechnicianIds: chance.percent(12) ? [chance.pick(making.technicians)] : [],
    preferredSlot: chance.percent(20) ? chance.pick(['am1', 'am2', 'pm1', 'pm2'] as const) : null,
    receiveMarketing: chance.percent(55),
    tags: chance.percent(15) ? chance.pick(tags) : null,
  };
}

/**
 * Create the customers of a batch with their homes and machines, one statement for each paper, as an import does.
 * Return the homes.
 */
async function takeIn(context: Context, making: Making, count: number): Promise<SeedHome[]> {
  const doors = Array.from({ length: count }, () => door(making));
  const drafts = doors.map((at) => ownerOf(making, at));
  const rows = await context.createAll(customer, drafts as Partial<Row<typeof customer>>[]);
  const plans = rows.flatMap(({ id: customerId, customerName: name, phone }, nth) => {
    const owner = { customerId, name, phone, at: doors[nth] };
    // One customer in twenty has a second home.
    return [owner, ...(making.chance.percent(5) ? [{ ...owner, at: door(making) }] : [])].map((one) =>
      homePlan(making, one),
    );
  });
  const files = await context.createAll(
    serviceFile,
    plans.map((one) => one.file),
  );
  const homes = plans.map(({ owner }, nth) => homeAt(making, owner, files[nth].id, []));
  await fit(
    context,
    making,
    plans.flatMap(({ machines }, nth) => machines.map((plan) => ({ plan, home: homes[nth] }))),
  );
  return homes;
}

/** Create a customer with a home without machines, and return the home. */
async function oneNewcomer(context: Context, making: Making, at: HomeDoor): Promise<SeedHome> {
  const { id: customerId, customerName: name, phone } = await context.create(customer, ownerOf(making, at));
  const owner = { customerId, name, phone, at };
  const file = await context.create(serviceFile, {
    customerId: owner.customerId,
    premisesId: at.estate.id,
    address: at.address,
  } as Draft<typeof serviceFile>);
  return homeAt(making, owner, file.id, []);
}

/** Create the machines that were installed on a day, and return them. */
async function buildIn(
  context: Context,
  makers: readonly Maker[],
  home: SeedHome,
  { units, day, chance }: BuiltIn,
): Promise<SeedMachine[]> {
  const made: SeedMachine[] = [];
  for (const one of units) {
    const about = { customerId: home.customerId, installDate: day, online: false, first: true, built: true };
    const { draft, system } = machineOf({ makers, chance }, one, about);
    const row = await context.create(equipment, { ...draft, registerMainId: home.fileId });
    made.push({ id: row.id, name: draft.equipmentName, system, category: String(draft.equipmentCategory) });
  }
  await context.change(serviceFile, home.fileId, {
    installDate: day,
    systemTypes: [...new Set(units.map((one) => one.system))] as Draft<typeof serviceFile>['systemTypes'],
  });
  return made;
}

const homeAt = (
  { first }: Pick<Making, 'first'>,
  { customerId, name, phone, at }: Owner,
  fileId: string,
  machines: SeedMachine[],
): SeedHome => ({
  since: first,
  fileId,
  customerId,
  name,
  phone,
  address: at.address,
  team: at.estate.team,
  premisesId: at.estate.id,
  location: at.estate.location,
  machines,
});

export type HomeDoor = ReturnType<typeof door>;

interface HomePlan {
  readonly owner: Owner;
  readonly file: Partial<Row<typeof serviceFile>>;
  readonly machines: readonly Machine[];
}

/** Return the rows of a home and its machines, without writing them. */
function homePlan(making: Making, owner: Owner): HomePlan {
  const { chance, first } = making;
  const { customerId, name, phone, at } = owner;
  const units = unitsOf(chance);
  const installDate = addDays(first, -chance.between(5, 900));
  const keyNote = chance.percent(16) ? chance.pick(keyNotes) : null;
  const online = chance.percent(25);
  const machines = units.map((one, nth) =>
    machineOf(making, one, { customerId, installDate, online, first: nth === 0 }),
  );
  const standing = machines.filter((one) => !GONE.includes(String(one.draft.equipmentStatus)));
  const file = {
    customerId,
    customerName: name,
    phone,
    premisesId: at.estate.id,
    address: at.address,
    installDate,
    systemTypes: [...new Set(units.map((one) => one.system))] as Draft<typeof serviceFile>['systemTypes'],
    warrantyEndDate: standing.map((one) => one.ends).reduce((one, other) => (other > one ? other : one), '') || null,
    keyNote,
  } as Partial<Row<typeof serviceFile>>;
  return { owner, file, machines };
}

/** States of machines that are no longer in the home: no call is about them. */
const GONE = ['replaced', 'removed'];

/** Create the machines of a batch in one statement, and add those that are still there to their homes. */
async function fit(
  context: Context,
  { chance }: Making,
  machines: readonly { readonly plan: Machine; readonly home: SeedHome }[],
): Promise<void> {
  const rows = await context.createAll(
    equipment,
    machines.map(({ plan: { draft, ends }, home }) => ({
      ...draft,
      registerMainId: home.fileId,
      warrantyEndDate: ends || null,
    })) as Partial<Row<typeof equipment>>[],
  );
  for (const [nth, { plan, home }] of machines.entries())
    if (!GONE.includes(String(plan.draft.equipmentStatus)))
      home.machines.push({
        id: rows[nth].id,
        name: plan.draft.equipmentName,
        system: plan.system,
        category: String(plan.draft.equipmentCategory),
        ...(plan.draft.equipmentCategory === 'manifold' && { loops: chance.between(4, 8) }),
      });
}

interface Machine {
  readonly draft: Omit<MachineDraft, 'registerMainId'>;
  readonly system: string;
  readonly ends: string;
}

function machineOf(
  making: Pick<Making, 'chance' | 'makers'>,
  { system, unit }: { system: string; unit: Unit },
  home: { customerId: string; installDate: string; online: boolean; first: boolean; built?: boolean },
): Machine {
  const { chance, makers } = making;
  const [name, equipmentCategory, fangjianType, installPosition, series] = unit;
  const maker = chance.pick(makers.filter((one) => one.systems.includes(system)));
  const commissionDate = home.built ? home.installDate : addDays(home.installDate, chance.between(0, 20));
  const draft: Machine['draft'] = {
    customerId: home.customerId,
    equipmentName: name,
    equipmentCategory,
    systemType: system as MachineDraft['systemType'],
    manufacturerId: maker.id,
    model: `${maker.code}-${series}${chance.between(10, 90) * 10}`,
    serialNo: `${maker.code}${home.installDate.slice(2, 4)}${chance.digits(8)}`,
    mac:
      home.online && ['gateway', 'panel', 'thermostat', 'heatPump', 'freshUnit'].includes(String(equipmentCategory))
        ? `7CDF${chance.digits(8)}`
        : null,
    fangjianType,
    installPosition,
    installDate: home.installDate,
    commissionDate,
    equipmentStatus: home.built
      ? 'normal'
      : chance.weighted({
          normal: 91,
          limited: 3,
          stopped: 2,
          fault: 2,
          replaced: home.first ? 0 : 1,
          removed: home.first ? 0 : 1,
        }),
  };
  return { draft, system, ends: warrantyEnd(home.installDate, commissionDate, maker.months) ?? '' };
}
