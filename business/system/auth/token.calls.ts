import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { type CallInputOf, exactText, roomCall } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  choice,
  list,
  nothing,
  optional,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';

const first = choice('password', 'factor');

const captchaAt = (path: string) =>
  roomCall(path, {
    method: 'GET',
    needs: 'anonymous',
    title: ['验证码', 'Captcha'],
    answer: record({ key: anyText, /** A data address of the picture. */ image: anyText }),
  });

/** The call that returns a new captcha, at both addresses that clients use. */
export const drawnCaptcha = [captchaAt('blade-auth/oauth/captcha'), captchaAt('blade-auth/captcha')] as const;

/** Inputs of a login, by its `grant_type`; where two names mean one value, clients send either. */
const login = {
  grant_type: text(['登录方式', 'Way in']),
  grantType: text(['登录方式（旧名）', 'Way in, by an older name']),
  tenantId: text(['租户编号', 'Tenant'], { max: 4000 }),
  tenant_id: text(['租户编号（旧名）', 'Tenant, by an older name'], { max: 4000 }),
  username: text(['账号', 'Account'], { max: 4000 }),
  account: text(['账号（旧名）', 'Account, by an older name'], { max: 4000 }),
  /** In clear, as md5, or in an SM2 envelope. */ password: exactText(['密码', 'Password']),
  refresh_token: exactText(['续期令牌', 'Refresh token']),
  refreshToken: exactText(['续期令牌（旧名）', 'Refresh token, by an older name']),
  source: text(['第三方', 'Provider']),
  state: exactText(['往返标记', 'State']),
  code: exactText(['授权码', 'Code']),
  code_verifier: exactText(['授权码证明', 'Proof of the code']),
  redirect_uri: exactText(['回调地址', 'Redirect address']),
};

/** Headers of a login that calls read, beside those of every call. */
const loginHeaders = {
  'Tenant-Id': exactText(['租户编号', 'Tenant']),
  'Captcha-Key': exactText(['验证码编号', 'Captcha key']),
  'Captcha-Code': exactText(['验证码', 'Captcha code']),
  'Role-Id': exactText(['以此角色办理', 'Role to act in']),
  'Dept-Id': exactText(['以此部门办理', 'Department to act in']),
};

/** Tokens as clients of the specification expect them: without the usual envelope of an answer, and in snake case. */
const bareTokens = record({
  access_token: anyText,
  token_type: choice('bearer'),
  refresh_token: anyText,
  expires_in: anyNumber,
  scope: choice('all'),
  client_id: anyText,
  license: choice('MIT'),
  tenant_id: anyText,
  user_id: anyText,
  dept_id: anyText,
  role_id: anyText,
  post_id: anyText,
  /** The identity at the provider that the person logged in by. */ oauth_id: anyText,
  account: anyText,
  user_name: anyText,
  userName: anyText,
  nick_name: anyText,
  real_name: anyText,
  role_name: anyText,
  avatar: anyText,
  must_change: yesOrNo,
  must_first: optional(first),
  must_first_all: optional(list(first)),
  first_page: optional(anyText),
  quiet_codes: optional(anyText),
});

export const logIn = roomCall('blade-auth/oauth/token', {
  method: 'POST',
  needs: 'anonymous',
  title: ['登录、续期', 'Log in, renew'],
  client: 'required',
  headers: loginHeaders,
  body: login,
  answer: bareTokens,
});

export const logInFurther = roomCall('blade-auth/oauth/mfa', {
  method: 'POST',
  needs: 'anonymous',
  title: ['登录第二步', 'Second step of a login'],
  body: {
    ticket: exactText(['凭据', 'Ticket']),
    code: exactText(['动态口令', 'One-time code']),
    recoveryCode: exactText(['恢复码', 'Recovery code']),
    /** The proof of a passkey as the browser returns it. */ credential: structured(['通行密钥', 'Passkey'], {
      free: 'webAuthn',
    }),
  },
  answer: bareTokens,
});

export const logInOpenly = roomCall('blade-auth/token', {
  method: 'POST',
  needs: 'anonymous',
  title: ['登录（开放方言）', 'Log in (open dialect)'],
  client: 'required',
  headers: loginHeaders,
  body: login,
  answer: record({
    accessToken: anyText,
    tokenType: choice('bearer'),
    refreshToken: anyText,
    expiresIn: anyNumber,
    userId: anyText,
    tenantId: anyText,
    oauthId: anyText,
    avatar: anyText,
    authority: anyText,
    userName: anyText,
    account: anyText,
    license: choice('MIT'),
  }),
});

export const logOut = roomCall('blade-auth/oauth/logout', {
  method: 'GET',
  needs: 'guest',
  title: ['退出', 'Log out'],
  answer: nothing,
});

export const logOutOpenly = roomCall('blade-auth/logout', {
  method: 'POST',
  needs: 'guest',
  title: ['退出（开放方言）', 'Log out (open dialect)'],
  answer: nothing,
});

export const clearCache = roomCall('blade-auth/oauth/clear-cache', {
  method: 'GET',
  needs: 'person',
  title: ['清除缓存', 'Clear the cache'],
  answer: nothing,
});

export type LoginHeader = keyof typeof loginHeaders;
export type LoginInput = CallInputOf<typeof logIn>;
export type SecondStepInput = CallInputOf<typeof logInFurther>;
export type BareTokens = AnswerOf<typeof bareTokens>;
