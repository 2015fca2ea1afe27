import { type Fragment, type Reading, joinedSql, raw, sql } from '#kernel/server';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';
import { serviceFileFacts } from '#business/customers/service-file/service-file-facts.relation.ts';
import { smsOptOutFacts } from '#business/messaging/sms/sms-opt-out-facts.relation.ts';
import { type Audience, yearOf } from './audience.rules.ts';

const MACHINE = `select from ${equipmentFacts} e where e.tenant_id = c.tenant_id and e.customer_id = c.id and e.is_deleted = 0 and e.equipment_status not in ('replaced', 'removed')`;
const HAS_CONTRACT = `exists (select from ${schemeFacts} s where s.tenant_id = c.tenant_id and s.customer_id = c.id and s.is_deleted = 0 and s.scheme_status = 'active')`;

/** Return the condition on one machine of a customer: its system, and the year of its installation. */
function machineCondition({ systemType, installFrom, installTo }: Audience): Fragment | null {
  const [from, to] = [yearOf(installFrom), yearOf(installTo)];
  const parts = [
    ...(systemType ? [sql`e.system_type = ${systemType}`] : []),
    ...(from ? [sql`e.install_date >= ${`${from}-01-01`}::date`] : []),
    ...(to ? [sql`e.install_date <= ${`${to}-12-31`}::date`] : []),
  ];
  return parts.length ? sql`exists (${raw(MACHINE)} and ${joinedSql(parts, ' and ')})` : null;
}

function coverCondition(cover: Audience['cover'], today: string): Fragment | null {
  const warranty = sql`exists (${raw(MACHINE)} and e.warranty_end_date >= ${today}::date)`;
  if (cover === 'warranty') return warranty;
  if (cover === 'plan') return raw(HAS_CONTRACT);
  return cover === 'none' ? sql`not ${raw(HAS_CONTRACT)} and not ${warranty}` : null;
}

/** Return the condition on the customer `c` of an audience. */
function conditionOf(reading: Reading, audience: Audience): Fragment {
  const { premisesId, customerLevel, servedBefore, cover } = audience;
  const all = [
    premisesId && /^\d{1,19}$/.test(premisesId)
      ? sql`(c.premises_id = ${premisesId}::bigint or exists (select from ${serviceFileFacts} f where f.tenant_id = c.tenant_id and f.customer_id = c.id and f.premises_id = ${premisesId}::bigint and f.is_deleted = 0))`
      : null,
    machineCondition(audience),
    customerLevel ? sql`c.customer_level = ${customerLevel}` : null,
    coverCondition(cover, reading.today()),
    servedBefore && /^\d{4}-\d\d-\d\d$/.test(servedBefore)
      ? sql`(c.last_service_time is null or c.last_service_time < ${servedBefore}::date)`
      : null,
  ].filter((one) => one !== null);
  return all.length ? joinedSql(all, ' and ') : raw('true');
}

/** SQL: the customer `c` wants messages, agreed to advertising, and is not blocked. */
const OPTED_OUT = `exists (select from ${smsOptOutFacts} o where o.tenant_id = c.tenant_id and o.phone = c.phone and o.is_deleted = 0)`;
const GETS = `(c.receive_marketing is true and c.customer_level is distinct from 'black' and not ${OPTED_OUT})`;

/** How many customers an audience has, how many get a message, and why the others do not. */
export interface AudienceCount {
  readonly all: number;
  readonly gets: number;
  readonly noConsent: number;
  readonly optedOut: number;
  readonly blocked: number;
}

const customersOf = (reading: Reading, audience: Audience): Fragment =>
  sql`${customerFacts} c where c.tenant_id = ${reading.tenantId} and c.is_deleted = 0 and ${conditionOf(reading, audience)}`;

/** Count an audience. Each customer counts once: as blocked before opted out, and before without consent. */
export async function countAudience(reading: Reading, audience: Audience): Promise<AudienceCount> {
  const [count] = await reading.sql.query<AudienceCount>(
    sql`select count(*)::int as all, count(*) filter (where ${raw(GETS)})::int as gets, count(*) filter (where c.customer_level = 'black')::int as blocked,
      count(*) filter (where c.customer_level is distinct from 'black' and ${raw(OPTED_OUT)})::int as "optedOut",
      count(*) filter (where c.customer_level is distinct from 'black' and not ${raw(OPTED_OUT)} and c.receive_marketing is not true)::int as "noConsent"
      from ${customersOf(reading, audience)}`,
  );
  return count;
}

/** A customer of an audience who gets a message. */
export interface CareReceiver {
  readonly id: string;
  readonly customerName: string;
  readonly createDept: string | null;
}

/** Return the next customers of an audience after one who get a message, in the order of their ids. */
export const receiversOf = (
  reading: Reading,
  audience: Audience,
  { after, first }: { readonly after: string; readonly first: number },
): Promise<CareReceiver[]> =>
  reading.sql.query<CareReceiver>(
    sql`select c.id::text as id, coalesce(c.customer_name, '') as "customerName", c.create_dept::text as "createDept" from ${customersOf(reading, audience)} and ${raw(GETS)} and c.id > ${after}::bigint order by c.id limit ${first}`,
  );

/** Return the first receivers of an audience that the caller may see, by their names. The others stay unnamed. */
export async function namesOf(reading: Reading, audience: Audience, first: number): Promise<string[]> {
  const people = reading.visible(customer);
  const rows = await reading.sql.query<{ id: string; customerName: string }>(
    sql`select c.id::text as id, coalesce(c.customer_name, '') as "customerName" from ${customersOf(reading, audience)} and ${raw(GETS)}
      and c.id in (select t.id from ${customerFacts} t where ${await people.sql()}) order by c.id limit ${first}`,
  );
  return rows.map((row) => people.present(row).customerName ?? '');
}
