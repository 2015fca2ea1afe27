import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Reading } from '#kernel/server';
import { pieceStandard } from '../../standards/piece-standard.paper.ts';
import { monthFrom } from '#kernel/language/days.ts';
import { isDay } from '#kernel/fields/day/typed-moment.ts';
import { readProposedRow } from './proposed.server.ts';
import { refuse } from '../../refusals.ts';
import type { Standard } from '../../pieces/making/price-lines.rules.ts';
import { monthOf } from '../months.rules.ts';
import type { SimulationAnswer, pricesToSimulate, simulatePrices } from '../wage-period.calls.ts';
import { type Month, type PastLine, simulated } from './simulate.rules.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { dispatchFormFacts } from '#business/dispatch/dispatch-form/dispatch-form-facts.relation.ts';
import { premisesFacts } from '#business/customers/premises-facts.relation.ts';
import { completionEquipmentFacts } from '#business/completion/completion/facts/completion-equipment-facts.relation.ts';
import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';

/** Return the day that a text names; for a month its first or last day, and `standard` for any other text. */
function dayOf(given: string | null, edge: 'start' | 'end', standard: string): string {
  const text = given ?? '';
  if (isDay(text)) return text;
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? monthOf(`${text}-01`)[edge] : standard;
}

const linesIn = (reading: Reading, from: string, to: string, processIds: readonly string[]): Promise<PastLine[]> =>
  reading.sql.query<PastLine>(
    `
  select l.piece_id || ' ' || l.piecework_process_id || ' ' || coalesce(l.completion_equipment_id, 0) as "group", l.technician_id::text as "technicianId", l.technician_name as "technicianName", p.wage_period as period, l.piecework_process_id::text as "processId",
    p.finish_date::text as "finishDate", l.qty::text as qty, l.amount::text as amount, l.share_ratio::text as "shareRatio", coalesce(l.quality_coef, 1)::text as "qualityCoef", coalesce(l.time_coef, 1)::text as "timeCoef", coalesce(l.piece_ratio, 1)::text as "pieceRatio",
    p.receipts_type as "receiptsType", p.weibao, m.district_code as "premisesDistrict", d.technician_level as "technicianLevel", q.equipment_category as "equipmentCategory"
  from aspieceworkcollect l join aspiecework p on p.id = l.piece_id and p.tenant_id = l.tenant_id
    left join ${technicianFacts} d on d.id = p.lead_technician_id and d.tenant_id = p.tenant_id
    left join ${dispatchFormFacts} f on f.id = p.disp_id and f.tenant_id = p.tenant_id left join ${premisesFacts} m on m.id = f.premises_id and m.tenant_id = p.tenant_id
    left join ${completionEquipmentFacts} e on e.id = l.completion_equipment_id and e.tenant_id = l.tenant_id left join ${equipmentFacts} q on q.id = e.equipment_id and q.tenant_id = l.tenant_id
  where l.tenant_id = $1 and l.is_deleted = 0 and p.is_deleted = 0 and p.piece_status in ('approved', 'settled') and p.finish_date between $2::date and $3::date and l.piecework_process_id = any($4::bigint[])
  order by p.id, l.technician_id = p.lead_technician_id, l.id`,
    [reading.tenantId, from, to, processIds],
  );

/**
 * Return the earned amounts by technician and calculated month. Open months are left out: without base pay the minimum
 * wage cannot be checked.
 */
const monthsOf = (reading: Reading, lines: readonly PastLine[]): Promise<Month[]> =>
  reading.sql.query<Month>(
    `
  select l.technician_id::text as "technicianId", l.wage_period as period, sum(l.amount)::text as earned, bool_or(t.employ_type = 'own') as own
  from aswageline l join ${technicianFacts} t on t.id = l.technician_id and t.tenant_id = l.tenant_id
  where l.tenant_id = $1 and l.is_deleted = 0 and l.line_status in ('open', 'locked', 'paid') and l.wage_period = any($2::text[]) and l.technician_id = any($3::bigint[])
    and exists (select 1 from aswageperiod w where w.tenant_id = l.tenant_id and w.wage_period = l.wage_period and w.is_deleted = 0 and w.period_status <> 'open')
    and l.wage_line_type not in ('toolComp', 'lossComp', 'carry', 'topUp') group by 1, 2 order by 2, 1`,
    [
      reading.tenantId,
      [...new Set(lines.map((line) => line.period))],
      [...new Set(lines.map((line) => line.technicianId))],
    ],
  );

/** Return the prices that may be simulated, published and drafted, with all criteria and values. */
export const pricesToTry = (reading: Reading): Promise<CallAnswer<typeof pricesToSimulate>> =>
  reading.visible(pieceStandard, { query: { publishStatus: 'published,draft' } }).words({ limit: 1000 });

/**
 * Simulate other prices over past months, three by default. Return differences per person, winners, losers and months
 * below the minimum wage.
 */
export async function simulate(
  reading: Reading,
  { standards: given, from: first, to: last }: CallInputOf<typeof simulatePrices>,
): Promise<SimulationAnswer> {
  if (!given?.length) throw refuse.simulationEmpty();
  const standards: Standard[] = given.map((row, at) => readProposedRow(pieceStandard, row, at));
  const to = dayOf(last, 'end', reading.today());
  const from = dayOf(first, 'start', monthFrom(to, -2));
  if (from < monthFrom(to, -12)) throw refuse.rangeTooLong();
  const lines = await linesIn(reading, from, to, [...new Set(standards.map((one) => one.pieceworkProcessId))]);
  return {
    from,
    to,
    ...simulated(lines, standards, await monthsOf(reading, lines), await reading.parameter('as.wage.minWage')),
  };
}
