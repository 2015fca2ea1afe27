import { ids } from '#kernel/fields/refs/refs.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { type Inputs, type InputOf, exactText, roomCall } from '#kernel/language/calls/call.ts';
import {
  type AnswerShape,
  anyNumber,
  anyText,
  anything,
  list,
  nothing,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';

const below = 'blade-auth/oauth';

const code = exactText(['动态口令', 'One-time code']);
/** Inputs by one of which a person proves their identity inside a session. */
export const proof = {
  code,
  recoveryCode: exactText(['恢复码', 'Recovery code']),
  password: exactText(['密码', 'Password']),
};

/** New recovery codes. After adding a factor the list is empty if the person already has codes. */
const recoveryCodes = record({ recoveryCodes: list(anyText) });

const own = <S extends AnswerShape, const B extends Inputs>(
  path: string,
  title: readonly [string, string],
  body: B,
  answer: S,
) => roomCall(`${below}/${path}`, { method: 'POST', needs: 'person', title, body, answer });

export const ownFactors = roomCall(`${below}/factors`, {
  method: 'GET',
  needs: 'person',
  title: ['本人的二次验证', 'Own second factors'],
  answer: record({
    totp: yesOrNo,
    passkeys: list(record({ id: anyText, name: anyText, createTime: anyText, usedTime: anyText })),
    recoveryLeft: anyNumber,
    required: yesOrNo,
  }),
});

/** Answers the new secret, and as `uri` the address that phones read as a QR code. */
export const setUpTotp = own(
  'totp/setup',
  ['设置动态口令', 'Set up one-time codes'],
  proof,
  record({ secret: anyText, uri: anyText }),
);

export const confirmTotp = own('totp/confirm', ['启用动态口令', 'Switch one-time codes on'], { code }, recoveryCodes);
export const removeTotp = own('totp/remove', ['停用动态口令', 'Switch one-time codes off'], proof, nothing);
export const renewRecoveryCodes = own('recovery-codes', ['重新生成恢复码', 'New recovery codes'], proof, recoveryCodes);

/** Returns the options that the browser needs to create a passkey, as defined by WebAuthn. */
export const askForPasskey = roomCall(`${below}/passkey/register-options`, {
  method: 'GET',
  needs: 'person',
  title: ['新通行密钥的质询', 'Challenge for a new passkey'],
  answer: anything('webAuthn'),
});

export const proveForPasskey = own(
  'passkey/prove',
  ['添加通行密钥前确认本人', 'Prove who it is before a passkey is added'],
  proof,
  nothing,
);

export const registerPasskey = own(
  'passkey/register',
  ['添加通行密钥', 'Add a passkey'],
  {
    ...proof,
    name: text(['名称', 'Name'], { max: 2000 }),
    /** The new credential as the browser returns it. */ credential: structured(['通行密钥', 'Passkey'], {
      free: 'webAuthn',
    }),
  },
  recoveryCodes,
);

export const removePasskeys = own(
  'passkey/remove',
  ['删除通行密钥', 'Remove passkeys'],
  { ...proof, ids: ids(['通行密钥', 'Passkeys']) },
  record({ count: anyNumber }),
);

/** Returns the options that the browser needs to prove possession of a passkey, as defined by WebAuthn. */
export const askPasskey = roomCall(`${below}/passkey/options`, {
  method: 'GET',
  needs: 'anonymous',
  title: ['二次验证的通行密钥质询', 'Challenge for the second step'],
  query: { ticket: exactText(['凭据', 'Ticket']) },
  answer: anything('webAuthn'),
});

export type ProofInput = InputOf<typeof proof>;
