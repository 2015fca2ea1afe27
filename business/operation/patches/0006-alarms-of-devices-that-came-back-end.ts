/** Release alarms that stayed open although their device has left the home and returned to it since. */
export default {
  covers: [],
  async apply(query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>): Promise<void> {
    await query(
      `update iot_alarm a set alarm_status = 'released', release_type = 'left', release_time = a.update_time, open_key = null, repair_due = null, suppressed_by = null,
         shelved_until = null, storm_id = null, version = a.version + 1 from iot_device d
       where d.tenant_id = a.tenant_id and d.id = a.device_id and a.is_deleted = 0 and a.alarm_status in ('active', 'confirmed', 'recovered', 'suppressed') and a.alarm_type <> 'storm'
         and a.household_id is not null and a.start_time < d.owned_since`,
    );
  },
};
