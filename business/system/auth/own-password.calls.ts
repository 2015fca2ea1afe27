import { exactText, roomCall } from '#kernel/language/calls/call.ts';
import { nothing } from '#kernel/language/calls/shape.ts';

const at = (path: string) =>
  roomCall(`${path}/update-password`, {
    method: 'POST',
    needs: 'person',
    title: ['修改本人密码', 'Change the own password'],
    query: {
      oldPassword: exactText(['原密码', 'Old password']),
      newPassword: exactText(['新密码', 'New password']),
      newPassword1: exactText(['确认新密码', 'New password again']),
    },
    answer: nothing,
  });

/** The call that changes the caller's password, at both addresses that clients use. */
export const changePassword = [at('blade-system/user'), at('blade-user')] as const;
