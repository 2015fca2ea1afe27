/**
 * Turn the device of a customer's machine from free text into a reference. The id, key, MAC or serial number of a
 * device becomes that device. Other texts are removed from the field; the history of the machine still has them.
 */
export default {
  covers: ['asequipment.instance_id: text → bigint'],
  async apply(query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>): Promise<void> {
    await query('alter table asequipment rename column instance_id to instance_text');
    await query('alter table asequipment add column instance_id bigint');
    await query(`update asequipment e set instance_id = (
        select d.id from iot_device d where d.tenant_id = e.tenant_id and d.is_deleted = 0
          and e.instance_text in (d.id::text, d.device_key, d.mac, d.serial_number)
        order by d.id::text = e.instance_text desc, d.id limit 1)
      where e.instance_text <> ''`);
    await query('alter table asequipment drop column instance_text');
  },
};
