import { isGone } from './standing.rules.ts';
import { machineTies } from './machine-ties.server.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { warrantyEnd } from './warranty.rules.ts';
import { latestWarranty } from './warranty-of-papers.server.ts';
import { manufacturer } from '#business/masterdata/standards/manufacturer.paper.ts';
import { serviceFile } from '../service-file/service-file.paper.ts';
import { equipment } from './equipment.paper.ts';

type Equipment = Row<typeof equipment>;

/** Maximum machines of a file. */
const MAX_MACHINES = 20_000;

/** Return the customer of a machine, always that of its service file. Refuse values that name a different customer. */
async function customerOf(
  context: Context,
  before: Equipment | null,
  values: Partial<Equipment>,
): Promise<Partial<Equipment>> {
  if (values.registerMainId === undefined && values.customerId === undefined) return {};
  const fileId = values.registerMainId ?? before?.registerMainId;
  if (!fileId) return {};
  const file = await context.get(serviceFile, fileId);
  const moved = before !== null && before.registerMainId !== fileId;
  const customerId = values.customerId ?? (moved ? file.customerId : before?.customerId) ?? file.customerId;
  if (customerId !== file.customerId)
    throw refuse.fileOfOtherCustomer({
      fields: [
        { field: 'registerMainId', words: ['服务档案不属于该客户', 'The service file belongs to another customer'] },
      ],
    });
  return { customerId: file.customerId };
}

/** Refuse to give a machine to another customer while open papers name it. The refusal lists them. */
async function assertNotNamed(context: Context, before: Equipment): Promise<void> {
  const open: { zh: string; en: string }[] = [];
  for (const {
    title: [zh, en],
    sql,
  } of context.contributions(machineTies)) {
    const found = await context.sql.query<{ no: string }>(`select no from (${sql}) tie order by no limit 3`, [
      context.tenantId,
      before.id,
    ]);
    for (const { no } of found) open.push({ zh: `${zh} ${no}`, en: `${en} ${no}` });
  }
  if (open.length)
    throw refuse.machineNamed({ zh: open.map((one) => one.zh).join('、'), en: open.map((one) => one.en).join(', ') });
}

const warrantyMoves = (before: Equipment | null, values: Partial<Equipment>): boolean =>
  before === null ||
  values.installDate !== undefined ||
  values.commissionDate !== undefined ||
  values.manufacturerId !== undefined;

/** Return the end of the manufacturer's warranty; null without installation and commissioning dates. */
async function makersWarranty(context: Context, machine: Partial<Equipment>): Promise<string | null> {
  const { installDate, commissionDate, manufacturerId } = machine;
  if (!installDate && !commissionDate) return null;
  const maker = manufacturerId ? await context.get(manufacturer, manufacturerId) : null;
  return warrantyEnd(installDate ?? null, commissionDate ?? null, maker?.defaultWarrantyMonths ?? null);
}

async function warrantyOf(
  context: Context,
  before: Equipment | null,
  values: Partial<Equipment>,
): Promise<Partial<Equipment>> {
  if (!warrantyMoves(before, values)) return {};
  const byMaker = await makersWarranty(context, { ...before, ...values });
  return { warrantyEndDate: await latestWarranty(context, before?.id, byMaker) };
}

/** Does the file already list the system of a new machine, and a warranty end no earlier than the machine’s? */
const isKnownIn = (file: Row<typeof serviceFile>, added: Equipment): boolean =>
  (added.warrantyEndDate ?? '') <= (file.warrantyEndDate ?? '') && (file.systemTypes ?? []).includes(added.systemType);

/** Update the latest warranty and the systems in the file of a machine. */
async function followInFile(context: Context, fileId: string, added?: Equipment): Promise<void> {
  const file = await context.get(serviceFile, fileId);
  if (added && isKnownIn(file, added)) return;
  const values = changesOf(file, await context.find(equipment, { registerMainId: fileId }, { limit: MAX_MACHINES }));
  if (values) await context.change(serviceFile, fileId, values);
}

/** Return the values of a file that its machines change; null if none changes. */
function changesOf(
  file: Row<typeof serviceFile>,
  machines: readonly Equipment[],
): Partial<Row<typeof serviceFile>> | null {
  const standing = machines.filter((one) => !isGone(one));
  const latest =
    standing.map((one) => one.warrantyEndDate ?? '').reduce((one, other) => (other > one ? other : one), '') || null;
  const known = file.systemTypes ?? [];
  const systems = [...new Set([...known, ...standing.map((one) => one.systemType)])];
  return latest === file.warrantyEndDate && systems.length === known.length
    ? null
    : { warrantyEndDate: latest, systemTypes: systems };
}

/**
 * Compute warranty end and systems in the service files of machines that are about to be deleted. Their rows still
 * exist, so they are left out by id.
 */
async function forget(context: Context, gone: readonly Equipment[]): Promise<void> {
  const ids = [...new Set(gone.map((one) => one.registerMainId))];
  const without = new Set(gone.map((one) => one.id));
  const machines = Map.groupBy(
    (await context.find(equipment, { registerMainId: ids }, { limit: MAX_MACHINES * ids.length })).filter(
      (one) => !without.has(one.id),
    ),
    (one) => one.registerMainId,
  );
  const changes = (await context.lockRows(serviceFile, ids)).flatMap((file) => {
    const values = changesOf(file, machines.get(file.id) ?? []);
    return values ? [[file.id, values] as const] : [];
  });
  await context.changeAll(serviceFile, new Map(changes));
}

export default behaviour(equipment, {
  async saving(context, { before, values, byHand }) {
    const owner = await customerOf(context, before, values);
    // By hand, only a machine that no open paper names gets another customer. A merge of customers moves the papers
    // too.
    if (byHand && before && owner.customerId && owner.customerId !== before.customerId)
      await assertNotNamed(context, before);
    return { ...owner, ...(await warrantyOf(context, before, values)) };
  },
  async saved(context, { before, row }) {
    const same =
      before &&
      before.warrantyEndDate === row.warrantyEndDate &&
      before.systemType === row.systemType &&
      before.equipmentStatus === row.equipmentStatus &&
      before.registerMainId === row.registerMainId;
    if (same) return;
    await followInFile(context, row.registerMainId, before ? undefined : row);
    if (before && before.registerMainId !== row.registerMainId) await followInFile(context, before.registerMainId);
  },
  leaving: forget,
});
