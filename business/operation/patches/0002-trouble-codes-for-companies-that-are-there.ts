import {
  builtInCodeRow,
  builtInCodes,
  builtInRule,
  offlineRule,
} from '#business/iot/alarms/built-in/built-in-rows.rules.ts';
import { thingCategory } from '#business/iot/devices/dictionaries.ts';

type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** SQL: an id for a new row with the time of the existing row that it belongs to, because a patch has no clock. */
const idAt = (moment: string): string => `next_id((extract(epoch from ${moment}) * 1000)::bigint)`;

const categories = [...new Set(builtInCodes.map((one) => one.category))].map((code, at) => ({
  code,
  name: thingCategory.items[code][0],
  nameEn: thingCategory.items[code][1],
  sort: at + 1,
}));

const codes = builtInCodes.map((one) => ({ ...builtInCodeRow(one), models: one.models, category: one.category }));
const rules = builtInCodes.map((one) => ({ ...builtInRule(one), models: one.models, code: one.code }));

/** Add the built-in trouble codes and alarm rules for companies that have built-in models already. */
export default {
  covers: [],
  async apply(query: Query): Promise<void> {
    const models = [...new Set(builtInCodes.flatMap((one) => one.models))];
    await query(
      `insert into iot_trouble_category (id, tenant_id, create_time, update_time, category_code, name, name_en, thing_category, sort)
       select ${idAt('t.at')}, t.tenant_id, t.at, t.at, c->>'code', c->>'name', c->>'nameEn', c->>'code', (c->>'sort')::int
       from (select tenant_id, max(create_time) as at from iot_thing_model where model_code = any($1::text[]) and is_deleted = 0 group by 1) t cross join jsonb_array_elements($2::jsonb) c
       where not exists (select 1 from iot_trouble_category k where k.tenant_id = t.tenant_id and k.category_code = c->>'code' and k.is_deleted = 0)`,
      [models, JSON.stringify(categories)],
    );
    // The code of a single model refers to that model; a code of several models refers only to their category.
    await query(
      `insert into iot_trouble_code (id, tenant_id, create_time, update_time, code, model_id, category_id, name, name_en, level, source, cause, solution_zh, solution_en,
         auto_repair, safety, fault_category, fault_duration_min)
       select ${idAt('k.create_time')}, k.tenant_id, k.create_time, k.create_time, c->>'code', m.model_id, k.id, c->>'name', c->>'nameEn', c->>'level', c->>'source', c->>'cause', c->>'solutionZh', c->>'solutionEn',
         c->>'autoRepair', (c->>'safety')::boolean, 'code', 60
       from jsonb_array_elements($1::jsonb) c join iot_trouble_category k on k.category_code = c->>'category' and k.is_deleted = 0
       cross join lateral (select case when jsonb_array_length(c->'models') = 1 then min(x.id) end as model_id, count(*) as n from iot_thing_model x
         where x.tenant_id = k.tenant_id and x.is_deleted = 0 and c->'models' ? x.model_code) m
       where m.n > 0 and not exists (select 1 from iot_trouble_code o where o.tenant_id = k.tenant_id and o.code = c->>'code' and o.model_id is not distinct from m.model_id and o.is_deleted = 0)`,
      [JSON.stringify(codes)],
    );
    await query(
      `insert into iot_alarm_rule (id, tenant_id, create_time, update_time, rule_name, rule_name_en, rule_code, scope, model_id, alarm_type, create_rules, clear_rule, trouble_code_id, priority, enabled, disabled)
       select ${idAt('c.create_time')}, m.tenant_id, c.create_time, c.create_time, r->>'ruleName', r->>'ruleNameEn', r->>'ruleCode', 'model', m.id, r->>'alarmType', r->'createRules', r->'clearRule', c.id, 1, true, false
       from jsonb_array_elements($1::jsonb) r join iot_thing_model m on m.is_deleted = 0 and r->'models' ? m.model_code
       join iot_trouble_code c on c.tenant_id = m.tenant_id and c.code = r->>'code' and c.is_deleted = 0 and (c.model_id = m.id or c.model_id is null)
       where not exists (select 1 from iot_alarm_rule o where o.tenant_id = m.tenant_id and o.model_id = m.id and o.rule_code = r->>'ruleCode' and o.is_deleted = 0)`,
      [JSON.stringify(rules)],
    );
    const { ruleName, ruleNameEn, ruleCode, alarmType, createRules, suppression } = offlineRule;
    await query(
      `insert into iot_alarm_rule (id, tenant_id, create_time, update_time, rule_name, rule_name_en, rule_code, scope, alarm_type, create_rules, suppression, priority, enabled, disabled)
       select ${idAt('t.at')}, t.tenant_id, t.at, t.at, $2, $3, $4, 'tenant', $5, $6::jsonb, $7::jsonb, 1, true, false
       from (select tenant_id, max(create_time) as at from iot_thing_model where model_code = any($1::text[]) and is_deleted = 0 group by 1) t
       where not exists (select 1 from iot_alarm_rule o where o.tenant_id = t.tenant_id and o.rule_code = $4 and o.scope = 'tenant' and o.is_deleted = 0)`,
      [models, ruleName, ruleNameEn, ruleCode, alarmType, JSON.stringify(createRules), JSON.stringify(suppression)],
    );
  },
};
