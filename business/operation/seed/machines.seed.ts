import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { warrantyEnd } from '#business/customers/equipment/warranty.rules.ts';
import { manufacturer } from '#business/masterdata/standards/manufacturer.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import type { Chance } from '#business/system/seed/demo-world.seed.ts';
import { type PlannedDevice, machineKinds } from './home-plan.rules.ts';

type Machine = Row<typeof equipment>;
type File = Row<typeof serviceFile>;

/** A home with its planned devices, and the machines that are recorded for its customer. */
export interface HomeOfMachines {
  readonly customerId: string;
  readonly since: string;
  readonly machines: readonly Machine[];
  readonly planned: readonly PlannedDevice[];
}

/** Return the planned devices that are machines but not recorded for the customer. */
const missingOf = ({ machines, planned }: HomeOfMachines) =>
  planned.filter(
    ({ category }) => category && machineKinds[category] && !machines.some((one) => one.equipmentCategory === category),
  );

/** Record the missing machines in the service file of the customer, so that they can be repaired. */
export async function seedMissingMachines(
  context: Context,
  homes: readonly HomeOfMachines[],
  chance: Chance,
): Promise<Machine[]> {
  const files = new Map(
    (await context.find(serviceFile, { customerId: homes.map((one) => one.customerId) }, { limit: 5000 }))
      .toReversed()
      .map((row) => [row.customerId, row]),
  );
  const makers = await makersOf(context);
  const drafts = homes.flatMap((home) => {
    const file = files.get(home.customerId);
    return file ? missingOf(home).map((one) => machineOf(home, file, { one, makers, chance })) : [];
  });
  const rows = await context.createAll(equipment, drafts);
  await context.changeAll(serviceFile, new Map([...files.values()].flatMap((file) => knownIn(file, rows))));
  return rows;
}

type Maker = Row<typeof manufacturer>;

/** Return the manufacturer of each category of machine, from any recorded one. */
async function makersOf(context: Context): Promise<ReadonlyMap<string, Maker>> {
  const makers = new Map<string, Maker>();
  for (const equipmentCategory of Object.keys(machineKinds)) {
    const [one] = await context.find(equipment, { equipmentCategory }, { first: 1 });
    if (one?.manufacturerId) makers.set(equipmentCategory, await context.get(manufacturer, one.manufacturerId));
  }
  return makers;
}

function machineOf(
  { customerId, since }: HomeOfMachines,
  file: File,
  {
    one: { name, category, room },
    makers,
    chance,
  }: { readonly one: PlannedDevice; readonly makers: ReadonlyMap<string, Maker>; readonly chance: Chance },
): Partial<Machine> {
  const { system, model } = machineKinds[category!];
  const maker = makers.get(category!);
  const installDate = since.slice(0, 10);
  return {
    customerId,
    registerMainId: file.id,
    equipmentName: name,
    equipmentCategory: category as Machine['equipmentCategory'],
    systemType: system as Machine['systemType'],
    manufacturerId: maker?.id ?? null,
    model,
    serialNo: `SN${chance.digits(10)}`,
    installPosition: room,
    installDate,
    warrantyEndDate: warrantyEnd(installDate, null, maker?.defaultWarrantyMonths ?? null),
  };
}

/** Return the fields of a service file that change with its new machines. */
function knownIn(file: File, rows: readonly Machine[]): (readonly [string, Partial<File>])[] {
  const own = rows.filter((one) => one.registerMainId === file.id);
  if (own.length === 0) return [];
  const ends = [file.warrantyEndDate ?? '', ...own.map((one) => one.warrantyEndDate ?? '')];
  return [
    [
      file.id,
      {
        systemTypes: [...new Set([...(file.systemTypes ?? []), ...own.map((one) => one.systemType)])],
        warrantyEndDate: ends.toSorted().at(-1) || null,
      } as Partial<File>,
    ],
  ];
}
