/**
 * Turn the alarm of a repair form from free text into a reference. A text with the id or number of an alarm becomes
 * that alarm; other texts move to the diagnosis.
 */
export default {
  covers: ['asrepairform.alarm_id: text → bigint'],
  async apply(query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>): Promise<void> {
    await query('alter table asrepairform rename column alarm_id to alarm_text');
    await query('alter table asrepairform add column alarm_id bigint');
    await query(`update asrepairform f set alarm_id = a.id from iot_alarm a
      where a.tenant_id = f.tenant_id and f.alarm_text <> '' and (a.id::text = f.alarm_text or a.alarm_no = f.alarm_text)`);
    await query(`update asrepairform set diagnosis = jsonb_build_object('alarmNo', alarm_text) || coalesce(diagnosis, '{}'::jsonb)
      where alarm_id is null and alarm_text <> ''`);
    await query('alter table asrepairform drop column alarm_text');
  },
};
