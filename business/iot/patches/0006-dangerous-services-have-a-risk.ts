type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Services that cut power or water, change the tariff or restart a gateway. */
const DANGEROUS = ['relay%', 'valve%', 'setTariff', 'reboot'];

/** Mark dangerous services of existing models as of high risk, unless an engineer has chosen a risk. */
export default {
  covers: [],
  async apply(query: Query): Promise<void> {
    await query(
      "update iot_model_attribute set risk = 'high' where attr_type = 'service' and risk is null and identifier like any($1::text[])",
      [DANGEROUS],
    );
  },
};
