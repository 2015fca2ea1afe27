/** Messages of before there were marks: a day without one would be read as packed. */
export default {
  covers: [],
  async apply(query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>): Promise<void> {
    await query(
      `insert into iot_row_day (device_id, day, tenant_id)
       select distinct device_id, (ts at time zone 'UTC')::date, tenant_id from iot_telemetry on conflict do nothing`,
    );
  },
};
