/**
 * Turn each typed other fee into a charge line. The other fee is now the sum of its lines, and without this the debts
 * of customers would change.
 */
export default {
  appliedAs: 'maintenance/0001-other-fees-are-lines',
  covers: ['ascompletionregistration.extra_fee: dropped'],
  async apply(query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>): Promise<void> {
    await query(`insert into ascompletioncharge (id, tenant_id, completion_id, charge_type, amount, reason, create_user, create_dept, create_time, update_user, update_time)
      select next_id((extract(epoch from c.create_time) * 1000)::bigint), c.tenant_id, c.id, 'other', c.other_fee, '其他费', c.create_user, c.create_dept, c.create_time, c.update_user, c.update_time
      from ascompletionregistration c where c.other_fee > 0`);
    await query(
      'update ascompletionregistration set other_fee = coalesce(other_fee, 0) + coalesce(extra_fee, 0) where extra_fee is not null or other_fee is null',
    );
    await query('alter table ascompletionregistration drop column extra_fee');
  },
};
