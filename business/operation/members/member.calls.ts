import { refs } from '#kernel/fields/refs/refs.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyText, list, nothing, record } from '#kernel/language/calls/shape.ts';
import { member } from './member.paper.ts';

const chosen = { ids: refs('member', ['成员', 'Members'], { required: true }) };

export const setVisit = call(member, 'setVisit', {
  method: 'POST',
  needs: 'visit',
  title: ['标记已回访', 'Mark members as called back'],
  body: {
    ...chosen,
    visitStatus: text(['回访状态', 'Call-back'], { max: 20 }),
    remark: text(['备注', 'Remark'], { max: 200 }),
  },
  answer: nothing,
});

export const resetMemberPasswords = call(member, 'resetPassword', {
  method: 'POST',
  needs: 'resetPassword',
  title: ['重置成员密码', 'Reset passwords of members'],
  body: chosen,
  answer: list(record({ id: anyText, account: anyText, password: anyText })),
});
