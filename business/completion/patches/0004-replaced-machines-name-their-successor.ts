/**
 * Store at each replaced machine which machine replaced it, from the line of the completion. Move its device to that
 * machine.
 */
export default {
  covers: [],
  async apply(query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>): Promise<void> {
    await query(`update asequipment e set replaced_by_id = l.new_equipment_id from ascompletionequipment l
      where l.tenant_id = e.tenant_id and l.equipment_id = e.id and l.new_equipment_id is not null and l.is_deleted = 0 and e.equipment_status = 'replaced' and e.replaced_by_id is null`);
    await query(
      `update asequipment n set instance_id = e.instance_id from asequipment e where e.tenant_id = n.tenant_id and e.replaced_by_id = n.id and n.instance_id is null and e.instance_id is not null and n.is_deleted = 0`,
    );
    await query(
      `update asequipment e set instance_id = null where e.replaced_by_id is not null and e.instance_id is not null and exists (select 1 from asequipment n where n.id = e.replaced_by_id and n.instance_id = e.instance_id)`,
    );
  },
};
