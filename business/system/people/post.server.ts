import { behaviour, implement } from '#kernel/server';
import { postChoices } from './post.calls.ts';
import { jobPost } from './post.paper.ts';

export default behaviour(jobPost, {
  calls: [
    implement(postChoices, {
      read: (_asked, reading) =>
        reading.sql.query(
          'select id, tenant_id as "tenantId", post_code as "postCode", post_name as "postName", category, sort, coalesce(remark, \'\') as remark, status from blade_post where tenant_id = $1 and is_deleted = 0 and status = 1 order by sort, id',
          [reading.tenantId],
        ),
    }),
  ],
});
