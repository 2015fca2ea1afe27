/** Set the home of stored rule states, which did not record one before, to the present home of the device. */
export default {
  covers: [],
  async apply(query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>): Promise<void> {
    await query(
      `update iot_alarm_state s set household_id = d.household_id from iot_device d
       where d.tenant_id = s.tenant_id and d.id = s.device_id and s.household_id is distinct from d.household_id`,
    );
  },
};
