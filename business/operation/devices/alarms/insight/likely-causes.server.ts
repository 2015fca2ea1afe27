import type { Label } from '#kernel/language/label.ts';
import type { Sql } from '#kernel/server';
import { faultCause } from '#business/completion/dictionaries.ts';
import { alarmFacts } from '#business/iot/alarms/alarm/alarm-facts.relation.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';

/** A cause that completed repairs found, how often, and its share (0 to 1). */
export interface LikelyCause {
  readonly cause: string;
  readonly words: Label;
  readonly n: number;
  readonly share: number;
}

const MOST = 3;

const wordsOf = (cause: string): Label => {
  const [zh, en] = (faultCause.items as Readonly<Record<string, readonly string[]>>)[cause] ?? [cause, cause];
  return [zh, en];
};

/**
 * Return the causes that completed repairs of the same model and trouble code found, most frequent first. “No fault” is
 * one of them.
 */
export async function likelyCauses(
  sql: Sql,
  tenantId: string,
  {
    modelId,
    troubleCode,
  }: { readonly modelId: string | null | undefined; readonly troubleCode: string | null | undefined },
): Promise<LikelyCause[]> {
  if (!modelId || !troubleCode) return [];
  const rows = await sql.query<{ cause: string; n: number; share: number }>(
    `select c.fault_cause as cause, count(*)::int as n, (count(*)::float8 / sum(count(*)) over ())::float8 as share
     from (select distinct a.repair_form_id from ${alarmFacts} a where a.tenant_id = $1 and a.model_id = $2 and a.trouble_code = $3 and a.is_deleted = 0 and a.repair_form_id is not null) x
     join ${registrationFacts} r on r.tenant_id = $1 and r.repair_form_id = x.repair_form_id and r.is_deleted = 0
     join ${completionFacts} c on c.tenant_id = $1 and c.registration_form_id = r.id and c.is_deleted = 0 and c.complete_status in ('submitted', 'confirmed') and c.fault_cause is not null
     group by 1 order by 2 desc, 1 limit ${MOST}`,
    [tenantId, modelId, troubleCode],
  );
  return rows.map((one) => ({ ...one, words: wordsOf(one.cause) }));
}
