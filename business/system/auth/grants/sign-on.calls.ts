import { text } from '#kernel/fields/text/text.ts';
import { exactText, roomCall } from '#kernel/language/calls/call.ts';
import { anyText, either, nothing, record } from '#kernel/language/calls/shape.ts';

/** Redirects to the other program with a code; with `mode=json` it answers the address instead. */
export const authorizeProgram = roomCall('blade-auth/oauth/authorize', {
  method: 'GET',
  needs: 'person',
  title: ['单点登录授权码', 'Single sign-on: a code for another program'],
  query: {
    client_id: text(['应用', 'Program']),
    response_type: text(['回应方式', 'Kind of answer']),
    redirect_uri: exactText(['回调地址', 'Redirect address']),
    state: exactText(['往返标记', 'State']),
    code_challenge: exactText(['授权码质询', 'Challenge of the code']),
    mode: text(['形式', 'Form']),
  },
  answer: either(record({ location: anyText }), nothing),
});
