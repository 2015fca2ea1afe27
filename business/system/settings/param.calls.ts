import { call, wholeBody } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyText, choice, list, nothing, nullable, record } from '#kernel/language/calls/shape.ts';
import { param } from './param.paper.ts';

/** A setting with its values of the product, the platform and the company. `value` is the last of them that exists. */
const effectiveValue = record({
  paramKey: anyText,
  label: anyText,
  room: anyText,
  product: anyText,
  platform: nullable(anyText),
  own: nullable(anyText),
  value: anyText,
  from: choice('own', 'platform', 'product'),
});

/** The setting and its new value for the company or the platform; null or empty removes that value. */
const body = { given: wholeBody(param, ['paramKey', 'paramValue']) };

export const effectiveValues = call(param, 'effective', {
  method: 'GET',
  needs: 'view',
  title: ['参数的各级值', 'Every value of the settings'],
  answer: list(effectiveValue),
});

export const setOwnValue = call(param, 'own', {
  method: 'POST',
  needs: 'edit',
  title: ['设为本公司的值或恢复平台值', 'A value of the company, or back to the platform’s'],
  body,
  answer: nothing,
});

export const setPlatformValue = call(param, 'platform', {
  method: 'POST',
  needs: 'edit',
  title: ['设置平台值', 'The value for all companies'],
  body,
  answer: nothing,
});

export type EffectiveValue = AnswerOf<typeof effectiveValue>;
