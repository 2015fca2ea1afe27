import { addDays, addMonths } from '#kernel/language/days.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { isMore, sumOfAmounts } from '#business/shared/money.rules.ts';
import { baseScheme } from '../catalogue/base-scheme.paper.ts';
import { kindsOf } from '../cover/scheme-cover.rules.ts';
import { schemeEquipment } from '../parts/scheme-equipment.paper.ts';
import { schemeSupplies } from '../parts/scheme-supplies.paper.ts';
import { refuse } from '../refusals.ts';
import { collectionsOf, payStateOf, type Scheme } from './counters.server.ts';

type Template = Row<typeof baseScheme>;

/** Refuse a service file of another customer. */
async function assertHome(context: Context, of: Scheme): Promise<void> {
  const file = await context.get(serviceFile, of.registerMainId);
  if (file.customerId !== of.customerId)
    throw refuse.schemeFileOfOther({
      fields: [
        { field: 'registerMainId', words: ['服务档案不属于该客户', 'The service file belongs to another customer'] },
      ],
    });
}

/** Return the visits and the money that a contract brought along. */
const openingOf = (of: Scheme): { readonly used: number; readonly paid: string } => ({
  used: of.openingUsed ?? 0,
  paid: sumOfAmounts([of.openingPaid]),
});

/** Refuse what a contract brought along above its visits or price, and a later change of it. */
function assertOpening(of: Scheme, before: Scheme | null): void {
  const now = openingOf(of);
  const was = before ? openingOf(before) : now;
  if (now.used !== was.used || now.paid !== was.paid) throw refuse.openingFixed();
  if (now.used > of.timesTotal) throw refuse.openingTooMany();
  if (isMore(now.paid, of.price)) throw refuse.openingTooMuch();
}

/** Refuse a price below what the collections of a contract ask for, and another payer of them. */
async function assertReceivable(context: Context, of: Scheme, before: Scheme): Promise<void> {
  if (of.price === before.price && of.customerId === before.customerId) return;
  const receivable = await collectionsOf(context, before.id);
  if (receivable === null) return;
  if (of.customerId !== before.customerId) throw refuse.payerFixed({ no: before.schemeNo });
  const least = sumOfAmounts([of.openingPaid, receivable]);
  if (isMore(least, of.price)) throw refuse.priceTooLow({ no: before.schemeNo, least });
}

/** Return what a contract copies of its template: what it covers, and the names and windows of its visits. */
const copied = (of: Template): Partial<Scheme> => ({
  fanganType: of.fanganType,
  coverTypes: of.coverTypes,
  coverScope: of.coverScope,
  seasonWindows: of.seasonWindows,
  visitNames: of.visitNames,
});

/** Return the template of a contract. Refuse to sell one that is not published. */
async function templateOf(context: Context, of: Scheme, isOther: boolean): Promise<Template> {
  const template = await context.get(baseScheme, of.baseSchemeId);
  if (isOther && template.publishStatus !== 'published')
    throw refuse.templateNotPublished({ no: template.baseSchemeNo });
  return template;
}

/** Check a contract that a person saves, and return what follows from its template, term and price. */
export async function judgedSale(context: Context, of: Scheme, before: Scheme | null): Promise<Partial<Scheme>> {
  const isOther = of.baseSchemeId !== before?.baseSchemeId;
  const template = await templateOf(context, of, isOther);
  await assertHome(context, of);
  assertOpening(of, before);
  if (before) await assertReceivable(context, of, before);
  const endDate = of.endDate || addDays(addMonths(of.startDate, template.contractMonths), -1);
  if (endDate < of.startDate) throw refuse.termBackwards();
  const opening = openingOf(of);
  const paidAmount = before ? (before.paidAmount ?? opening.paid) : opening.paid;
  return {
    endDate,
    ...(isOther && copied(template)),
    ...(!before && { timesUsed: opening.used, timesLocked: 0 }),
    paidAmount,
    payStatus: payStateOf(of.price, paidAmount, '0'),
  };
}

/**
 * Give a new contract the consumables of its template, unless its writer listed others. One that ran before it came here
 * gets the machines of its home that its kind covers, because sheets of contracts list none.
 */
export async function addStandardLines(context: Context, of: Scheme): Promise<void> {
  const template = await context.get(baseScheme, of.baseSchemeId);
  const [own] = await context.find(schemeSupplies, { schemeId: of.id }, { first: 1 });
  for (const { suppliesId, qty, chargeable } of own ? [] : (template.materialLines ?? []))
    await context.create(schemeSupplies, {
      schemeId: of.id,
      suppliesId,
      qty: String(qty),
      installDate: of.startDate,
      chargeable: chargeable === true,
      sourceType: 'template',
    });
  if (of.openingUsed === null) return;
  const [machine] = await context.find(schemeEquipment, { schemeId: of.id }, { first: 1 });
  if (machine) return;
  const all = await context.find(equipment, { registerMainId: of.registerMainId }, { limit: 1000 });
  const standing = all.filter((one) => !['removed', 'replaced'].includes(String(one.equipmentStatus)));
  const covered = standing.filter((one) => kindsOf(one.systemType).includes(String(of.fanganType)));
  for (const one of covered.length ? covered : standing)
    await context.create(schemeEquipment, {
      schemeId: of.id,
      equipmentId: one.id,
      qty: '1',
      sourceType: 'template',
    });
}
