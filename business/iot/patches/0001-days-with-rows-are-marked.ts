/**
 * Insert a record (mark) for each day that has messages as rows, because earlier versions wrote none. A day without a
 * mark counts as packed, so its rows would not be read.
 */
export default {
  covers: [],
  async apply(query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>): Promise<void> {
    await query(
      `insert into iot_row_day (device_id, day, tenant_id)
       select distinct device_id, (ts at time zone 'UTC')::date, tenant_id from iot_telemetry on conflict do nothing`,
    );
  },
};
