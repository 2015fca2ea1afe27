import { text } from '#kernel/fields/text/text.ts';
import { exactText, roomCall } from '#kernel/language/calls/call.ts';
import { nothing } from '#kernel/language/calls/shape.ts';

const at = (path: string) =>
  roomCall(`${path}/register-guest`, {
    method: 'POST',
    needs: 'guest',
    title: ['账号注册申请', 'Ask for an account'],
    query: {
      tenantId: text(['租户编号', 'Tenant']),
      name: text(['姓名', 'Name'], { max: 64 }),
      account: text(['账号', 'Account']),
      password: exactText(['密码', 'Password'], { most: 512 }),
      oauthId: text(['第三方身份', 'Identity at the provider']),
    },
    answer: nothing,
  });

/** The call that requests an account, at both addresses that clients use. */
export const askForAccount = [at('blade-user'), at('blade-system/user')] as const;
