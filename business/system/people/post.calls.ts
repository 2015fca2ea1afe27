import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyText, list, of } from '#kernel/language/calls/shape.ts';
import { jobPost } from './post.paper.ts';

export const postChoices = call(jobPost, 'select', {
  method: 'GET',
  needs: 'person',
  title: ['岗位下拉', 'Posts to choose from'],
  query: { tenantId: text(['租户', 'Tenant'], { max: 13 }) },
  answer: list(
    of(jobPost, ['id', 'postCode', 'postName', 'category', 'sort', 'remark', 'status'], { tenantId: anyText }),
  ),
});
