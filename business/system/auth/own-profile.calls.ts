import { text } from '#kernel/fields/text/text.ts';
import { roomCall } from '#kernel/language/calls/call.ts';
import { nothing } from '#kernel/language/calls/shape.ts';
import { proof } from './factors/factors.calls.ts';

/**
 * Return the call that changes the caller's own profile. A masked value leaves its field unchanged; an empty one clears
 * it. Length and form are checked when the row is saved.
 */
const at = (path: string) =>
  roomCall(`${path}/update-info`, {
    method: 'POST',
    needs: 'person',
    title: ['修改本人资料', 'Change the own profile'],
    body: {
      avatar: text(['头像', 'Avatar'], { max: 2000, canEmpty: true }),
      name: text(['昵称', 'Nickname'], { max: 2000, canEmpty: true }),
      realName: text(['姓名', 'Name'], { max: 2000, canEmpty: true }),
      phone: text(['手机号', 'Mobile'], { max: 2000, canEmpty: true }),
      email: text(['电子邮箱', 'Email'], { max: 2000, canEmpty: true }),
      ...proof,
    },
    answer: nothing,
  });

/** The call that changes the caller's profile, at both addresses that clients use. */
export const changeProfile = [at('blade-system/user'), at('blade-user')] as const;
