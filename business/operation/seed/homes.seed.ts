import { must, mustGet } from '#kernel/language/must.ts';
import { randomBytes } from 'node:crypto';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { premises } from '#business/customers/premises.paper.ts';
import { takeKeys } from '#business/iot/devices/device-key.server.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { thingModel } from '#business/iot/models/thing-model.paper.ts';
import { addDays } from '#kernel/language/days.ts';
import { Chance, type DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { homeRoom } from '../addresses/home-room.paper.ts';
import { roomAddress } from '../addresses/room-address.paper.ts';
import { fullAddressOf, normalDwelling, placeKeyOf } from '../addresses/room-address.rules.ts';
import { household } from '../households/household.paper.ts';
import { seedMissingMachines } from './machines.seed.ts';
import { type PlannedDevice, devicesOf, isVilla, roomsOf } from './home-plan.rules.ts';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';
import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';
import { repairFormFacts } from '#business/intake/repair-form/repair-form-facts.relation.ts';

const HOMES = 60;

type Customer = Row<typeof customer>;
type Machine = Row<typeof equipment>;

/** A demo home with its customer; `since`: when it got its devices. */
export interface SeededHome {
  readonly row: Row<typeof household>;
  readonly owner: Customer;
  readonly since: string;
}

/** Return the customers that get a home. Those with a repair request from a device come first. */
async function customersWithDevices(context: Context): Promise<Customer[]> {
  const rows = await context.sql.query<{ id: string }>(
    `select c.id::text as id from ${customerFacts} c where c.tenant_id = $1 and c.is_deleted = 0 and c.premises_id is not null
       and exists (select 1 from ${equipmentFacts} e where e.tenant_id = c.tenant_id and e.customer_id = c.id and e.is_deleted = 0)
     order by exists (select 1 from ${repairFormFacts} f where f.tenant_id = c.tenant_id and f.customer_id = c.id and f.source = 'iot') desc, c.id limit $2`,
    [context.tenantId, HOMES],
  );
  const found = await context.find(customer, { id: rows.map((row) => row.id) }, { limit: HOMES });
  const byId = new Map(found.map((row) => [row.id, row]));
  return rows.map((row) => mustGet(byId, row.id));
}

const areaOf = (owner: Customer): number => Number(owner.houseArea ?? 100);

async function addressesOf(context: Context, owners: readonly Customer[]): Promise<Row<typeof roomAddress>[]> {
  const estates = new Map(
    (await context.find(premises, { id: [...new Set(owners.map((one) => one.premisesId))] }, { limit: 500 })).map(
      (one) => [one.id, one],
    ),
  );
  return context.createAll(
    roomAddress,
    owners.map((owner) => {
      const estate = mustGet(estates, must(owner.premisesId, 'premisesId'));
      const dwelling = normalDwelling({
        projectName: estate.premisesName,
        building: owner.building,
        unit: owner.unit,
        roomNo: owner.roomNo,
      });
      return {
        ...dwelling,
        areaCode: estate.districtCode,
        premisesId: estate.id,
        fullAddress: fullAddressOf(dwelling),
        placeKey: placeKeyOf(dwelling),
        houseType: isVilla(areaOf(owner)) ? 'villa' : areaOf(owner) > 130 ? 'r4' : 'r3',
        areaSize: String(areaOf(owner)),
        location: owner.location,
      } as Partial<Row<typeof roomAddress>>;
    }),
  );
}

const roomsFor = (context: Context, owners: readonly Customer[], addresses: readonly { id: string }[]) =>
  context.createAll(
    homeRoom,
    owners.flatMap((owner, at) =>
      roomsOf(areaOf(owner)).map(
        (room, sort) =>
          ({ ...room, areaSize: String(room.areaSize), roomAddressId: addresses[at].id, sort: sort + 1 }) as Partial<
            Row<typeof homeRoom>
          >,
      ),
    ),
  );

/** Return an unused MAC. Its last six digits do not begin with F, which marks devices in the pool. */
function macFrom(chance: Chance, taken: ReadonlySet<string>): string {
  for (;;) {
    const mac = `A4CF12${chance.between(0x10_00_00, 0xef_ff_ff).toString(16).toUpperCase()}`;
    if (!taken.has(mac)) return mac;
  }
}

/** Return the MAC of a customer's machine; null: none, or invalid. */
function macOf(machine: Machine | undefined): string | null {
  const mac = machine?.mac?.replaceAll(/[^\dA-Fa-f]/g, '').toUpperCase();
  return mac?.length === 12 ? mac : null;
}

const versions: Readonly<Record<string, string>> = { hp01: '2.3.1', gw01: '4.1.0', sc01: '4.1.0', fa01: '1.8.2' };

/** A home, its rooms by name, its customer's machines, and the devices to create. */
interface Site {
  readonly home: Row<typeof household>;
  readonly since: string;
  readonly rooms: ReadonlyMap<string, string>;
  readonly machines: readonly Machine[];
  readonly planned: readonly PlannedDevice[];
}

function draftsOf(
  { home, since, rooms, machines, planned }: Site,
  chance: Chance,
  models: ReadonlyMap<string, Row<typeof thingModel>>,
  taken: Set<string>,
) {
  const left = [...machines];
  return planned.map((one) => {
    const model = mustGet(models, one.model);
    const at = left.findIndex((machine) => machine.equipmentCategory === one.category);
    const [machine] = at < 0 ? [] : left.splice(at, 1);
    const known = macOf(machine);
    const mac = known && !taken.has(known) ? known : macFrom(chance, taken);
    taken.add(mac);
    return {
      machine,
      row: {
        deviceKey: mac,
        mac,
        deviceName: one.name,
        serialNumber: machine?.serialNo ?? `SN${chance.digits(10)}`,
        modelId: model.id,
        modelVersion: model.publishedVersion,
        nodeType: model.nodeType,
        authType: model.authType,
        mainMacType: one.mainMacType ?? null,
        deviceSecret: randomBytes(16).toString('hex'),
        instanceStatus: 'active',
        householdId: home.id,
        roomAddressId: home.roomAddressId,
        roomId: rooms.get(one.room) ?? null,
        ownedSince: since,
        activateTime: since,
        firmwareVersion: versions[one.model] ?? '1.2.0',
      } as Partial<Row<typeof device>>,
    };
  });
}

/** Create the devices of all homes in few statements, gateways first. Link the customers' machines to their devices. */
async function placeDevices(context: Context, sites: readonly Site[], chance: Chance): Promise<Map<string, string>> {
  const models = new Map((await context.find(thingModel, {})).map((row) => [row.modelCode, row]));
  const taken = new Set<string>();
  const drafts = sites.flatMap((site) => draftsOf(site, chance, models, taken));
  const isGateway = ({ row }: (typeof drafts)[number]): boolean => row.nodeType === 'gateway';
  const mains = await context.createAll(
    device,
    drafts.filter(isGateway).map(({ row }) => row),
  );
  const gatewayOf = new Map(mains.toReversed().map((row) => [must(row.householdId, 'householdId'), row]));
  const rest = drafts.filter((one) => !isGateway(one));
  const subs = await context.createAll(
    device,
    rest.map(({ row }) => ({ ...row, parentId: gatewayOf.get(must(row.householdId, 'householdId'))?.id ?? null })),
  );
  await takeKeys(context, [...mains, ...subs]);
  const known = new Map<string, Partial<Machine>>();
  for (const [at, one] of rest.entries()) if (one.machine) known.set(one.machine.id, { instanceId: subs[at].id });
  for (const [at, one] of drafts.filter(isGateway).entries())
    if (one.machine) known.set(one.machine.id, { instanceId: mains[at].id });
  await context.changeAll(equipment, known);
  return new Map([...gatewayOf].map(([home, row]) => [home, must(row.mac, 'mac')]));
}

/** Create the homes of demo customers, with rooms and about ten devices each. Link them to the customers. */
export async function seedHomesWithDevices(world: DemoWorld, context: Context): Promise<SeededHome[]> {
  const chance = new Chance(world.random);
  const owners = await customersWithDevices(context);
  const addresses = await addressesOf(context, owners);
  const rooms = await roomsFor(context, owners, addresses);
  // Two thirds of the homes have their devices for over a year, so that energy can be compared with the year before.
  const since = owners.map((_, at) => {
    const days = at % 3 === 2 ? chance.between(20, Math.max(21, world.months * 30 - 5)) : chance.between(430, 900);
    return `${addDays(world.today, -days)} ${chance.between(10, 17)}:30:00`;
  });
  const homes = await context.createAll(
    household,
    owners.map((owner, at) => {
      const isWaiting = at % 20 === 19;
      return {
        name: owner.customerName,
        phone: owner.phone,
        account: `aj${chance.digits(8)}`,
        roomAddressId: addresses[at].id,
        customerId: owner.id,
        householdStatus: isWaiting ? 'pending' : 'active',
        serviceLevel: owner.customerLevel === 'black' ? 'normal' : owner.customerLevel,
        ...(!isWaiting && { activateTime: since[at] }),
      } as Partial<Row<typeof household>>;
    }),
  );
  const known = await context.find(equipment, { customerId: owners.map((one) => one.id) }, { limit: 5000 });
  const plans = owners.map((owner, at) => {
    const machines = known.filter((one) => one.customerId === owner.id);
    const planned = devicesOf(
      machines.map((one) => String(one.equipmentCategory)),
      at,
    );
    return { customerId: owner.id, since: since[at], machines, planned };
  });
  const added = await seedMissingMachines(context, plans, chance);
  const sites = homes.map((home, at): Site => {
    const { planned, machines } = plans[at];
    return {
      home,
      since: since[at],
      rooms: new Map(
        rooms.filter((room) => room.roomAddressId === home.roomAddressId).map((room) => [room.name, room.id]),
      ),
      machines: [...machines, ...added.filter((one) => one.customerId === owners[at].id)],
      planned,
    };
  });
  const mains = await placeDevices(context, sites, chance);
  await context.changeAll(
    household,
    new Map(
      homes.map((home) => [home.id, { mainMac: mains.get(home.id) ?? null, mainMacType: 'central_gateway' as const }]),
    ),
  );
  await context.changeAll(customer, new Map(homes.map((home, at) => [owners[at].id, { householdId: home.id }])));
  return homes.map((row, at) => ({ row, owner: owners[at], since: since[at] }));
}
