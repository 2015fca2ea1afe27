import { logInOverHttp } from '#kernel/testing/power-cut.ts';
import { addDays } from '#kernel/language/days.ts';
import { type CrashAccount, hired, made, read } from '../../crash-company.ts';
import { type WalkBody, pick } from './crash-walk.ts';

export const WALK_CALLS = 'blade-maintenance/webApi';
/** Number of homes: few, so that people meet at the same contracts. */
const HOMES = 12;
/** Hour of the day at which the walk begins in the zone of the company: messages may leave. */
const NOON = 12;

/** A home with its machine. Its customer may be merged into another one meanwhile. */
export interface WalkHome {
  readonly registerMainId: string;
  readonly equipmentId: string;
  readonly phone: string;
}

/** A company that sells contracts, and its people. */
export interface ContractsSite {
  base: string;
  readonly desk: readonly CrashAccount[];
  readonly lead: CrashAccount;
  readonly manager: CrashAccount;
  readonly finance: CrashAccount;
  readonly checker: CrashAccount;
  readonly homes: readonly WalkHome[];
  readonly templates: readonly string[];
  readonly supplies: string;
  readonly bank: string;
  readonly sms: string;
  /** Hours between the clock of the company and UTC. */
  readonly shift: number;
}

/** Return the day of the company some days from now. */
export const dayIn = (site: Pick<ContractsSite, 'shift'>, days: number): string =>
  addDays(walkMoment(site).slice(0, 10), days);

/** Return the present moment of the company. */
export const walkMoment = ({ shift }: Pick<ContractsSite, 'shift'>): string =>
  new Date(Date.now() + shift * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** Set the zone of the company so that it is about noon there, and return its hours from UTC. */
async function atNoon(base: string, token: string): Promise<number> {
  const shift = NOON - new Date().getUTCHours();
  const { records } = await read<{ records: { id: string; tenantId: string }[] }>(
    base,
    token,
    'blade-system/tenant/list?current=1&size=10',
  );
  const own = records.find(({ tenantId }) => tenantId === '000000');
  // The signs of these names are reversed: `Etc/GMT-8` is eight hours before UTC.
  const zone = `Etc/GMT${shift > 0 ? '-' : '+'}${Math.abs(shift)}`;
  await made(base, token, 'blade-system/tenant/submit', { id: own?.id, zone });
  return shift;
}

async function homeOf(base: string, token: string, n: number): Promise<WalkHome> {
  const make = (path: string, body: WalkBody) => made(base, token, `${WALK_CALLS}/${path}/submit`, body);
  const address = `上海市闵行区静水湾${n}号${n}室`;
  const phone = `1390011${1000 + n}`;
  const { id: customerId } = await make('ascustomer', {
    customerName: `严蕴华${n}`,
    phone,
    addressDetail: address,
    customerServiceTeam: 'east',
    location: '121.52,31.21',
  });
  const { id: registerMainId } = await make('registerMain', { customerId, address });
  const { id: equipmentId } = await make('asequipment', {
    registerMainId,
    equipmentName: '混水中心',
    equipmentCategory: 'pump',
    systemType: 'floorHeat',
  });
  return { registerMainId, equipmentId, phone };
}

/** Create what contracts are sold with: templates of few visits, a consumable, a way of payment, and a message. */
async function catalogue(base: string, token: string, manager: CrashAccount) {
  const make = (path: string, body: WalkBody, by = token) => made(base, by, `${WALK_CALLS}/${path}/submit`, body);
  const type = await make('asschemetype', { typeCode: 'HT', typeName: '采暖', fanganType: 'heating' }, manager.token);
  const templates: string[] = [];
  for (const timesTotal of [1, 2, 4]) {
    const terms = { cycleNum: 1, cycleUnit: 'month', planBasis: 'scheduled', timesTotal, contractMonths: 12 };
    const body = { schemeName: 'twoSeason', schemeTypeId: type.id, stdMinutes: 90, price: '0', ...terms };
    const { id } = await make('asbasescheme', body, manager.token);
    await make('asbasescheme', { ids: id, action: 'publish' }, manager.token);
    templates.push(id);
  }
  const part = await make('asbasematerial', {
    ...{ itemCode: 'FILTER-1', itemName: '滤芯', itmsGrpNam: '耗材', materialType: 'part', unit: 'pcs' },
    ...{ salePrice: '18', costPrice: '1', trackMode: 'qty' },
  });
  const supplies = await make('assupplies', {
    ...{ suppliesCode: 'F-1', suppliesName: '前置滤芯', materialId: part.id, equipmentCategory: 'pump' },
    ...{ lifeDays: 365, warnDays: 20, price: '98' },
  });
  const bank = await make('paymentType', {
    ...{ typeCode: 'YH', typeName: '银行', payChannel: 'bank', needVoucher: false, needTransmit: false, sort: 1 },
  });
  const sms = await make('assms', {
    ...{ templateCode: 'P1', templateName: '保养提醒', smsScene: 'plan', isMarketing: false },
    content: '${customerName}您好，${schemeName}计划在${planDate}',
  });
  return { templates, supplies: supplies.id, bank: bank.id, sms: sms.id };
}

/** Sell an active contract to a home, so that its first visit is near. */
async function sell(site: ContractsSite, { registerMainId, equipmentId }: WalkHome): Promise<void> {
  const { id } = await made(site.base, site.desk[0].token, `${WALK_CALLS}/asscheme/submit`, {
    ...{ baseSchemeId: pick(site.templates), registerMainId, startDate: dayIn(site, -2), price: '0' },
    equipment: [{ equipmentId, qty: '1' }],
    supplies: [{ suppliesId: site.supplies, equipmentId, qty: '1', installDate: dayIn(site, -350) }],
  });
  await made(site.base, site.manager.token, `${WALK_CALLS}/asscheme/updateStatus`, { ids: id, schemeStatus: 'active' });
}

/** Create the company and its homes. */
export async function foundContracts(base: string): Promise<ContractsSite> {
  const token = await logInOverHttp(base);
  const shift = await atNoon(base, token);
  const hire = (account: string, roles: string[]) => hired(base, token, account, account, roles);
  const desk: CrashAccount[] = [];
  for (const n of [1, 2, 3, 4]) desk.push(await hire(`desk${n}`, ['as_cs', 'as_dispatcher']));
  const lead = await hire('lead', ['as_cs', 'as_cs_lead']);
  const manager = await hire('manager', ['as_manager', 'as_admin']);
  const finance = await hire('finance', ['as_finance']);
  const checker = await hire('checker', ['as_finance', 'as_finance_lead']);
  const sold = await catalogue(base, token, manager);
  const homes: WalkHome[] = [];
  for (let n = 1; n <= HOMES; n++) homes.push(await homeOf(base, desk[0].token, n));
  const rule = { channels: ['sms'], templateIds: [sold.sms], sendFrom: '08:30', sendTo: '20:00', stopOnReply: true };
  await made(base, desk[0].token, `${WALK_CALLS}/aspushrule/submit`, {
    ...{ ruleName: '保养到期提醒', pushScene: 'planDue', offsetDays: 20, repeatDays: 7, maxTimes: 3, priority: 50 },
    ...rule,
  });
  const site = { base, desk, lead, manager, finance, checker, homes, ...sold, shift };
  for (const home of homes) await sell(site, home);
  return site;
}
