type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Show the unit of devices on a bus in its field; until now it was among the extensions only. */
export default {
  covers: [],
  async apply(query: Query): Promise<void> {
    await query(
      "update iot_device set bus_unit = left(ext_config->>'unit', 16) where bus_unit is null and bus_id is not null and ext_config ? 'unit'",
    );
  },
};
