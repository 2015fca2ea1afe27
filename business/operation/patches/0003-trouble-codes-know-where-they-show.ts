import { builtInCodes } from '#business/iot/alarms/built-in/built-in-rows.rules.ts';

type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

const known = builtInCodes.flatMap(({ code, source, lookAt }) =>
  lookAt ? [{ code, source, lookAt: lookAt.join(', ') }] : [],
);

/**
 * Set the properties that show the fault in built-in trouble codes that have none. Codes written by people stay
 * unchanged.
 */
export default {
  covers: [],
  async apply(query: Query): Promise<void> {
    await query(
      `update iot_trouble_code c set look_at = k->>'lookAt' from jsonb_array_elements($1::jsonb) k
       where c.code = k->>'code' and c.source is not distinct from k->>'source' and c.look_at is null`,
      [JSON.stringify(known)],
    );
  },
};
