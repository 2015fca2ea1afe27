import { text } from '#kernel/fields/text/text.ts';
import { exactText, roomCall } from '#kernel/language/calls/call.ts';
import { nothing } from '#kernel/language/calls/shape.ts';

const source = text(['第三方', 'Provider'], { required: true });

/** Redirects to the login page of the provider. */
export const goToProvider = roomCall('blade-auth/oauth/render/{source}', {
  method: 'GET',
  needs: 'anonymous',
  title: ['跳转第三方登录', 'To the login of a provider'],
  query: { source, tenantId: text(['租户编号', 'Tenant']) },
  answer: nothing,
});

/** Redirects to the page of the front end that completes the login. */
export const comeFromProvider = roomCall('blade-auth/oauth/callback/{source}', {
  method: 'GET',
  needs: 'anonymous',
  title: ['第三方登录回跳', 'Back from the login of a provider'],
  query: {
    source,
    code: exactText(['授权码', 'Code'], { most: 20_000 }),
    state: exactText(['往返标记', 'State'], { most: 20_000 }),
  },
  answer: nothing,
});
