import type { Sql } from '#kernel/server';
import type { SchemaAttribute } from '../../models/model-schema.rules.ts';
import type { StoredRule } from './compile-rule.rules.ts';
import type { Constants } from './condition.rules.ts';
import { extensionOf } from './extension.rules.ts';

const RULES = `select r.id::text as id, r.rule_code as "ruleCode", r.rule_name as "ruleName", r.rule_name_en as "ruleNameEn", r.scope,
    r.model_id::text as "modelId", r.device_id::text as "deviceId", r.alarm_type as "alarmType", r.create_rules as "createRules",
    r.clear_rule as "clearRule", r.schedule, r.suppression, r.notify, r.auto_repair as "autoRepair", r.priority,
    r.inherit_rule_id::text as "inheritRuleId", r.disabled,
    case when c.id is not null then json_build_object('id', c.id::text, 'code', c.code, 'name', c.name, 'nameEn', c.name_en,
      'autoRepair', c.auto_repair, 'safety', coalesce(c.safety, false), 'source', c.source, 'faultDurationMin', c.fault_duration_min, 'lookAt', c.look_at) end as code
  from iot_alarm_rule r left join iot_trouble_code c on c.tenant_id = r.tenant_id and c.id = r.trouble_code_id and c.is_deleted = 0
  where r.tenant_id = $1 and r.is_deleted = 0`;

/** Read the enabled rules of a company. */
export const readRules = (sql: Sql, tenantId: string): Promise<StoredRule[]> =>
  sql.query<StoredRule>(`${RULES} and r.enabled is true`, [tenantId]);

/** Read rules by id, enabled or not. */
export const readRulesOf = (sql: Sql, tenantId: string, ids: readonly string[]): Promise<StoredRule[]> =>
  sql.query<StoredRule>(`${RULES} and r.id = any($2::bigint[])`, [tenantId, ids]);

/** Return the constants for conditions: bounds of properties from their model, and extension values of a device. */
export const constantsOf = (properties: readonly SchemaAttribute[], extensions?: unknown): Constants => ({
  boundsOf(identifier) {
    const { min, max } = properties.find((one) => one.identifier === identifier)?.specs ?? {};
    return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  },
  extension: (key) => extensionOf(extensions, key),
});
