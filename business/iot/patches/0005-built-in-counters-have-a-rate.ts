import { builtInCatalogue } from '../models/built-in/catalogue.rules.ts';

type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

const rates = builtInCatalogue.flatMap(({ modelCode, attributes }) =>
  attributes.flatMap(({ identifier, maxRate }) => (maxRate ? [{ modelCode, identifier, maxRate }] : [])),
);

/** SQL: the maximal rate, in the form in which a quantity is stored. */
const RATE = "(r->>'maxRate')::numeric(14,3)";

/**
 * Set the maximal rate of counters of existing built-in models that have none, in the attributes and in published
 * versions.
 */
export default {
  covers: [],
  async apply(query: Query): Promise<void> {
    const values = [JSON.stringify(rates)];
    await query(
      `update iot_model_attribute a set max_rate = ${RATE} from iot_thing_model m, jsonb_array_elements($1::jsonb) r
       where m.tenant_id = a.tenant_id and m.id = a.model_id and m.model_code = r->>'modelCode' and a.identifier = r->>'identifier'
         and a.aggregation = 'counter' and a.max_rate is null`,
      values,
    );
    await query(
      `update iot_thing_model_version v set schema = jsonb_set(v.schema, '{attributes}', (
         select jsonb_agg(case when r is null then a.one else a.one || jsonb_build_object('maxRate', ${RATE}::text) end order by a.no)
         from jsonb_array_elements(v.schema->'attributes') with ordinality a (one, no)
         left join jsonb_array_elements($1::jsonb) r on r->>'modelCode' = m.model_code and r->>'identifier' = a.one->>'identifier'
           and a.one->>'aggregation' = 'counter' and a.one->>'maxRate' is null))
       from iot_thing_model m
       where m.tenant_id = v.tenant_id and m.id = v.model_id and jsonb_array_length(v.schema->'attributes') > 0
         and exists (select 1 from jsonb_array_elements($1::jsonb) r where r->>'modelCode' = m.model_code)`,
      values,
    );
  },
};
