const SEARCHED = ['asmaintain', 'asschemepush', 'asremind'];

/**
 * Drop the columns of search by parts of planned visits, pushes and reminders, which each insert paid for. The mark of
 * overdue visits gets the name of its published filter; the next night writes it.
 */
export default {
  covers: ['asmaintain.is_late: dropped', ...SEARCHED.map((table) => `${table}.search_text: dropped`)],
  async apply(query: (text: string) => Promise<unknown>): Promise<void> {
    for (const table of SEARCHED) {
      await query(`drop trigger if exists search_text_of_${table} on ${table}`);
      await query(`drop function if exists search_text_of_${table}()`);
      await query(`alter table ${table} drop column if exists search_text`);
    }
    await query('alter table asmaintain drop column if exists is_late');
  },
};
