import { behaviour } from '#kernel/server';
import { jobPost } from './post.paper.ts';

export default behaviour(jobPost, {
  calls: [
    {
      method: 'GET',
      path: 'select',
      needs: 'person',
      summary: ['岗位下拉', 'Posts to choose from'],
      query: ['tenantId'],
      read: async (_asking, reading) =>
        reading.sql.query(
          'select id, tenant_id as "tenantId", post_code as "postCode", post_name as "postName", category, sort, coalesce(remark, \'\') as remark, status from blade_post where tenant_id = $1 and is_deleted = 0 and status = 1 order by sort, id',
          [reading.tenantId],
        ),
    },
  ],
});
