import { employedWithinSql } from '#business/masterdata/people/technician/employment.rules.ts';
import { storedText } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import { counted } from '#kernel/language/plural.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { type Period, followingOf, lockedAlone } from './periods.server.ts';
import { asideIn, setAside, isAsideSql } from './sheet/set-aside.server.ts';
import { type WageSums, type Wage, wageOf } from './sheet/sheet.rules.ts';
import { wageLine } from './wage-line.paper.ts';
import { wagePeriod } from './wage-period.paper.ts';
import { wageSheet } from './wage-sheet.paper.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

/** A line of a period that the product writes, identified by its key. */
interface SystemLine {
  readonly key: string;
  readonly technicianId: string;
  readonly period: string;
  readonly type: Row<typeof wageLine>['wageLineType'];
  readonly amount: string;
  readonly bizDate: string;
  readonly reason: string | null;
}

/**
 * Set the product's own lines of a period by their keys. Wanted ones are created or corrected, others of the same kind
 * are voided. A locked line remains on its sheet. Takes three statements for any number of people.
 */
async function setLines(
  context: Context,
  kind: string,
  period: string,
  technicians: readonly string[],
  lines: readonly SystemLine[],
): Promise<void> {
  const wanted = JSON.stringify(
    lines.map((one) => ({ key: one.key, technician: one.technicianId, amount: one.amount })),
  );
  const about = [context.tenantId, `${kind}#%`, period, technicians, wanted, context.person.id, context.now()];
  await context.sql.query(
    `update aswageline l set line_status = 'voided', line_key = null, wage_sheet_id = null, version = l.version + 1, update_user = $6, update_time = $7
    where l.tenant_id = $1 and l.is_deleted = 0 and l.line_key like $2 and l.wage_period = $3 and l.technician_id = any($4::bigint[]) and l.line_status in ('open', 'locked')
      and not exists (select 1 from jsonb_to_recordset($5::jsonb) as w(key text) where w.key = l.line_key)`,
    about,
  );
  const known = await context.sql.query<{ key: string }>(
    `update aswageline l set amount = w.amount, version = l.version + case when l.amount = w.amount then 0 else 1 end, update_user = $6, update_time = $7
    from jsonb_to_recordset($5::jsonb) as w(key text, amount numeric) where l.tenant_id = $1 and l.is_deleted = 0 and l.line_key like $2 and l.wage_period = $3 and l.technician_id = any($4::bigint[]) and l.line_key = w.key returning l.line_key as key`,
    about,
  );
  const there = new Set(known.map((row) => row.key));
  await context.createAll(
    wageLine,
    lines
      .filter((one) => !there.has(one.key))
      .map((one) => ({
        lineKey: one.key,
        technicianId: one.technicianId,
        wagePeriod: one.period,
        wageLineType: one.type,
        amount: one.amount,
        bizDate: one.bizDate,
        reason: one.reason,
        sourceType: 'wage',
        lineStatus: 'open',
      })),
  );
}

interface Person {
  readonly id: string;
  readonly name: string;
  readonly dept: string | null;
  readonly team: string | null;
  readonly own: boolean;
  readonly base: string | null;
  readonly here: boolean;
}

/** Return the people who are paid in a period: those employed in it, and those with a line. */
const peopleOf = (
  context: Context,
  { wagePeriod: label, startDate, endDate }: Period,
  only: readonly string[] | null,
): Promise<Person[]> =>
  context.sql.query<Person>(
    `select * from (select t.id::text as id, t.real_name as name, t.dept_id::text as dept, t.customer_service_team as team, t.employ_type = 'own' as own, t.base_salary::text as base,
       t.is_deleted = 0 and t.status = 1 and ${employedWithinSql('t', '$3::date', '$4::date')} as here
     from ${technicianFacts} t where t.tenant_id = $1 and ($5::bigint[] is null or t.id = any($5::bigint[]))) p
   where (p.here and (p.own or p.base is not null)) or exists (select 1 from aswageline l where l.tenant_id = $1 and l.technician_id = p.id::bigint and l.wage_period = $2 and l.is_deleted = 0 and l.line_status in ('open', 'locked', 'paid'))
     or exists (select 1 from aswagesheet s where s.tenant_id = $1 and s.technician_id = p.id::bigint and s.wage_period = $2 and s.is_deleted = 0) order by p.id::bigint`,
    [context.tenantId, label, startDate, endDate, only],
  );

const LIVE = `l.is_deleted = 0 and l.line_status in ('open', 'locked', 'paid') and not ${isAsideSql('l')}`;

/** Sum each person's lines by kind. The carry-over and the top-up are left out: they follow from these sums. */
async function sumsOf(
  context: Context,
  label: string,
  technicians: readonly string[],
): Promise<Map<string, { sums: WageSums; pieces: number }>> {
  const rows = await context.sql.query<{ technician: string; kind: keyof WageSums; amount: string; pieces: number }>(
    `select l.technician_id::text as technician, k.kind, sum(l.amount)::text as amount, count(distinct c.piece_id)::int as pieces
    from aswageline l left join aspieceworkcollect c on l.wage_line_type = 'piece' and c.id = l.source_id and c.tenant_id = l.tenant_id,
      lateral (select case when l.wage_line_type = 'carry' then 'carryIn' when l.wage_line_type = 'adjust' then case when l.amount >= 0 then 'adjustUp' else 'adjustDown' end else l.wage_line_type end as kind) k
    where l.tenant_id = $1 and l.wage_period = $2 and l.technician_id = any($3::bigint[]) and ${LIVE} and l.wage_line_type <> 'topUp' and coalesce(l.line_key, '') not like 'rest#%' group by 1, 2`,
    [context.tenantId, label, technicians],
  );
  const out = new Map<string, { sums: Record<string, string>; pieces: number }>();
  for (const { technician, kind, amount, pieces } of rows) {
    const one = out.get(technician) ?? { sums: {}, pieces: 0 };
    one.sums[kind] = amount;
    one.pieces = Math.max(one.pieces, kind === 'piece' ? pieces : 0);
    out.set(technician, one);
  }
  return out as Map<string, { sums: WageSums; pieces: number }>;
}

interface Paid {
  readonly person: Person;
  readonly wage: Wage;
  readonly pieces: number;
}

async function wagesOf(context: Context, label: string, people: readonly Person[]): Promise<Paid[]> {
  const [minWage, deductCap] = [
    await context.parameter('as.wage.minWage'),
    await context.parameter('as.wage.deductCap'),
  ];
  const sums = await sumsOf(
    context,
    label,
    people.map((one) => one.id),
  );
  return people.map((person) => {
    const { sums: own = {}, pieces = 0 } = sums.get(person.id) ?? {};
    return { person, wage: wageOf(own, { own: person.own && person.here, minWage, deductCap }), pieces };
  });
}

/** Create sheets for people without one. Their numbers are those of the last day of the period. */
async function missingSheets(
  context: Context,
  { wagePeriod: label, endDate }: Period,
  people: readonly Person[],
): Promise<void> {
  const known = await context.sql.query<{ id: string }>(
    'select technician_id::text as id from aswagesheet where tenant_id = $1 and wage_period = $2 and is_deleted = 0',
    [context.tenantId, label],
  );
  const there = new Set(known.map((one) => one.id));
  const fresh = people.filter((one) => !there.has(one.id));
  const numbers = await context.numbers(wageSheet, fresh.length, endDate);
  await context.createAll(
    wageSheet,
    fresh.map(
      (one, at) =>
        ({
          wageNo: numbers[at],
          wagePeriod: label,
          technicianId: one.id,
          technicianName: one.name,
          deptId: one.dept,
          customerServiceTeam: one.team,
          wageStatus: 'draft',
        }) as Partial<Row<typeof wageSheet>>,
    ),
  );
}

/** Write the figures of the sheets, and attach their lines. */
async function fill(context: Context, label: string, paid: readonly Paid[]): Promise<void> {
  if (!paid.length) return;
  const figures = JSON.stringify(
    paid.map(({ person, wage, pieces }) => ({ technician: person.id, pieces, total: wage.total, ...wage.columns })),
  );
  await context.sql.query(
    `update aswagesheet s set base_amount = f."baseAmount", piece_amount = f."pieceAmount", piece_count = f.pieces, allowance_amount = f."allowanceAmount", marketing_amount = f."marketingAmount",
      bonus_amount = f."bonusAmount", penalty_amount = f."penaltyAmount", carry_amount = f."carryAmount", min_wage_top_up = f."minWageTopUp", total_amount = f.total, version = s.version + 1, update_user = $4, update_time = $5
    from jsonb_to_recordset($3::jsonb) as f(technician bigint, pieces int, total numeric, "baseAmount" numeric, "pieceAmount" numeric, "allowanceAmount" numeric, "marketingAmount" numeric, "bonusAmount" numeric, "penaltyAmount" numeric, "carryAmount" numeric, "minWageTopUp" numeric)
    where s.tenant_id = $1 and s.wage_period = $2 and s.technician_id = f.technician and s.is_deleted = 0`,
    [context.tenantId, label, figures, context.person.id, context.now()],
  );
  await context.sql.query(
    `update aswageline l set line_status = 'locked', wage_sheet_id = s.id, version = l.version + 1, update_user = $4, update_time = $5 from aswagesheet s
    where l.tenant_id = $1 and l.wage_period = $2 and l.is_deleted = 0 and l.line_status = 'open' and not ${isAsideSql('l')} and l.technician_id = any($3::bigint[]) and s.tenant_id = $1 and s.wage_period = $2 and s.technician_id = l.technician_id and s.is_deleted = 0`,
    [context.tenantId, label, paid.map(({ person }) => person.id), context.person.id, context.now()],
  );
}

/**
 * Write base salaries, then the lines that follow from all others: the top-up, and damages carried to the next period.
 */
async function ownLines(context: Context, period: Period, people: readonly Person[]): Promise<Paid[]> {
  const { wagePeriod: label, endDate } = period;
  const all = people.map((one) => one.id);
  const line = (
    key: string,
    technicianId: string,
    type: SystemLine['type'],
    amount: string,
    more: Partial<SystemLine> = {},
  ): SystemLine => ({ key, technicianId, period: label, type, amount, bizDate: endDate, reason: null, ...more });
  await setLines(
    context,
    'base',
    label,
    all,
    people
      .filter((one) => one.here && one.base !== null && Number(one.base) > 0)
      .map((one) => line(`base#${label}#${one.id}`, one.id, 'base', must(one.base, 'base'))),
  );
  const paid = await wagesOf(context, label, people);
  await setLines(
    context,
    'topUp',
    label,
    all,
    paid
      .filter(({ wage }) => Number(wage.topUp) > 0)
      .map(({ person, wage }) =>
        line(`topUp#${label}#${person.id}`, person.id, 'topUp', wage.topUp, {
          reason: storedText(['最低工资补足', 'Up to the minimum wage']),
        }),
      ),
  );
  const rests = paid.filter(({ wage }) => Number(wage.rest) > 0);
  await setLines(
    context,
    'rest',
    label,
    all,
    rests.map(({ person, wage }) =>
      line(`rest#${label}#${person.id}`, person.id, 'carry', wage.rest, {
        reason: storedText(['转入下期', 'Carried to the next period']),
      }),
    ),
  );
  await carryOn(context, period, all, rests);
  return paid;
}

/**
 * Carry the remaining damages of a period to the next one. If that one is calculated already, calculate it again for
 * those people.
 */
async function carryOn(
  context: Context,
  period: Period,
  all: readonly string[],
  rests: readonly Paid[],
): Promise<void> {
  const { wagePeriod: label } = period;
  const [before] = await context.sql.query<{ n: number }>(
    'select count(*)::int as n from aswageline where tenant_id = $1 and is_deleted = 0 and line_key like $2 and technician_id = any($3::bigint[])',
    [context.tenantId, `carry#${label}#%`, all],
  );
  if (rests.length === 0 && before.n === 0) return;
  const next = await followingOf(context, period);
  await setLines(
    context,
    `carry#${label}`,
    next,
    all,
    rests.map(({ person, wage }) => ({
      key: `carry#${label}#${person.id}`,
      technicianId: person.id,
      period: next,
      type: 'carry',
      amount: `-${wage.rest}`,
      bizDate: period.endDate,
      reason: storedText([`${label} 结转`, `Carried from ${label}`]),
    })),
  );
  const [following] = await context.find(wagePeriod, { wagePeriod: next }, { first: 1 });
  if (following && (await lockedAlone(context, following.id)).periodStatus === 'calculated')
    await calculate(context, following, all);
}

const MAX_NAMED = 20;

/** Note in the period's history which lines were above the limit and not counted. */
async function noteAside(context: Context, { id, wagePeriod: label }: Period): Promise<void> {
  const lines = await asideIn(context, label);
  if (!lines.length) return;
  const named = lines.slice(0, MAX_NAMED).map(({ name, no, amount }) => [name, no, amount].filter(Boolean).join(' '));
  await context.note(wagePeriod, id, 'setAside', [
    `${lines.length} 行超过一行上限，未计入：${named.join('、')}`,
    `${counted(lines.length, 'line')} above the limit of a line, not counted: ${named.join(', ')}`,
  ]);
}

/** Return the number of sheets of a period, and their total. */
async function summed(context: Context, label: string): Promise<{ technicianCount: number; totalAmount: string }> {
  const [sum] = await context.sql.query<{ technicianCount: number; totalAmount: string }>(
    'select count(*)::int as "technicianCount", coalesce(sum(total_amount), 0)::text as "totalAmount" from aswagesheet where tenant_id = $1 and wage_period = $2 and is_deleted = 0',
    [context.tenantId, label],
  );
  return sum;
}

/** Lock the sheets before their lines, in the order of other transactions. */
export async function lockSheets(context: Context, label: string): Promise<void> {
  await context.sql.query(
    'select id::text as id from aswagesheet where tenant_id = $1 and wage_period = $2 and is_deleted = 0 order by id for no key update',
    [context.tenantId, label],
  );
}

/**
 * Build the sheets of a period from its open lines, for everybody or for some. A repeat has the same result. Takes a
 * dozen statements for any number of people and lines. Return the sums of the whole period.
 */
export async function calculate(
  context: Context,
  period: Period,
  only: readonly string[] | null = null,
): Promise<{ technicianCount: number; totalAmount: string }> {
  context.takesLong();
  await lockedAlone(context, period.id);
  const people = await peopleOf(context, period, only);
  await missingSheets(context, period, people);
  await lockSheets(context, period.wagePeriod);
  await setAside(context, period.wagePeriod);
  const paid = await ownLines(context, period, people);
  await fill(context, period.wagePeriod, paid);
  const sum = await summed(context, period.wagePeriod);
  if (only) await context.change(wagePeriod, period.id, sum);
  await noteAside(context, period);
  return sum;
}

/** Undo the sheets: open their lines, void the product's lines, and make the sheets empty drafts. */
export async function releasePeriod(context: Context, { wagePeriod: label }: Period): Promise<void> {
  context.takesLong();
  await lockSheets(context, label);
  const about = [context.tenantId, label, context.person.id, context.now()];
  await context.sql.query(
    `update aswagesheet set base_amount = 0, piece_amount = 0, piece_count = 0, allowance_amount = 0, marketing_amount = 0, bonus_amount = 0, penalty_amount = 0, carry_amount = 0, min_wage_top_up = 0, total_amount = 0,
    version = version + 1, update_user = $3, update_time = $4 where tenant_id = $1 and wage_period = $2 and is_deleted = 0`,
    about,
  );
  await context.sql.query(
    `update aswageline set line_status = 'voided', line_key = null, wage_sheet_id = null, version = version + 1, update_user = $3, update_time = $4
    where tenant_id = $1 and is_deleted = 0 and line_status in ('open', 'locked') and ((wage_period = $2 and (line_key like 'topUp#%' or line_key like 'rest#%' or line_key like 'base#%')) or line_key like 'carry#' || $2 || '#%')`,
    about,
  );
  await context.sql.query(
    "update aswageline set line_status = 'open', wage_sheet_id = null, version = version + 1, update_user = $3, update_time = $4 where tenant_id = $1 and wage_period = $2 and is_deleted = 0 and line_status = 'locked'",
    about,
  );
}
