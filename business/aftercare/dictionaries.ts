import { dictionary } from '#kernel/language/dictionary.ts';

export const consentStatus = dictionary(
  'consent_status',
  ['确认状态', 'Consent state'],
  {
    asked: ['待客户确认', 'Waiting', 'amber'],
    agreed: ['已同意', 'Agreed', 'green'],
    refused: ['不同意', 'Refused', 'red'],
    replaced: ['已重新询问', 'Replaced', 'grey'],
  },
  { sealed: true },
);

export const consentWay = dictionary(
  'consent_way',
  ['确认方式', 'Way of consent'],
  {
    tap: ['点击', 'Tap'],
    code: ['短信验证码', 'Code by SMS'],
    sign: ['签名', 'Signature'],
  },
  { sealed: true },
);
