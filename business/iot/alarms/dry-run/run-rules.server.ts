import type { Reading } from '#kernel/server';
import type { RuleCode, StoredRule } from '../engine/compile-rule.rules.ts';
import { readRulesOf } from '../engine/read-rules.server.ts';
import type { DryRunAsked } from './dry-run.calls.ts';

/** Id of the draft, which has no row. */
export const DRAFT = '0';

/** A draft of a rule, and its stored version; null: the rule is new. */
export interface RunRules {
  readonly draft: StoredRule;
  readonly running: StoredRule | null;
}

async function codeOf({ sql, tenantId }: Reading, id: string | null): Promise<RuleCode | null> {
  if (!id) return null;
  const [found] = await sql.query<RuleCode>(
    `select id::text as id, code, name, name_en as "nameEn", auto_repair as "autoRepair", coalesce(safety, false) as safety, source, fault_duration_min as "faultDurationMin"
     from iot_trouble_code where tenant_id = $1 and id = $2 and is_deleted = 0`,
    [tenantId, id],
  );
  return found ?? null;
}

export async function rulesOfRun(reading: Reading, asked: DryRunAsked): Promise<RunRules> {
  const [running] = asked.id ? await readRulesOf(reading.sql, reading.tenantId, [asked.id]) : [];
  const draft: StoredRule = {
    id: DRAFT,
    ruleCode: 'draft',
    ruleName: '',
    ruleNameEn: null,
    scope: asked.deviceId ? 'thing' : asked.modelId ? 'model' : 'tenant',
    modelId: asked.modelId,
    deviceId: asked.deviceId,
    alarmType: asked.alarmType,
    createRules: asked.createRules,
    clearRule: asked.clearRule,
    schedule: asked.schedule,
    suppression: null,
    notify: null,
    autoRepair: null,
    priority: null,
    inheritRuleId: null,
    disabled: false,
    code: await codeOf(reading, asked.troubleCodeId),
  };
  return { draft, running: running ?? null };
}
