/** Errors from browsers were in a table of the kernel; they become rows of the fault log, which people read. */
export default {
  covers: ['anju_client_error: dropped'],
  async apply(query: (text: string) => Promise<unknown>): Promise<void> {
    await query(`insert into blade_log_error (id, tenant_id, create_user, create_time, update_user, update_time, source, exception_name, message, cause, file_name, stack_trace, user_agent, request_uri, method, service_id)
      select id, tenant_id, person_id, at, person_id, at, 'client', 'Error', left(message, 500), substr(md5(coalesce(message, '')), 1, 13), '', left(concat_ws(E'\\n', stack, info), 8000), left(agent, 300), left(url, 200), 'PAGE', 'browser' from anju_client_error`);
    await query('drop table anju_client_error');
  },
};
