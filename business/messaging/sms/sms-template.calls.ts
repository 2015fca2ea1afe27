import { dict } from '#kernel/fields/dict/dict.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, several } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, either, list, map, of, record } from '#kernel/language/calls/shape.ts';
import { logBizType } from '#business/masterdata/dictionaries.ts';
import { smsScene } from '../dictionaries.ts';
import { smsLog } from './sms-log.paper.ts';
import { smsTemplate } from './sms-template.paper.ts';

/** The document that a message is about. */
const about = { bizType: dict(logBizType, ['业务类型', 'Kind of document']), bizId: id(['单据', 'Document']) };

/** Returns the enabled templates of a scene, each filled in for a document as a preview. */
export const templatesToSend = call(smsTemplate, 'smsList', {
  method: 'GET',
  needs: 'view',
  title: ['可用模板与预览', 'Enabled templates with a preview'],
  query: { scene: dict(smsScene, ['使用场景', 'Scene']), ...about },
  answer: list(of(smsTemplate, null, { preview: anyText, missing: list(anyText) })),
});

/** Sends a template to the customer of a document, or to the named phones. */
export const sendTemplate = call(smsTemplate, 'sendSms', {
  method: 'POST',
  needs: 'send',
  title: ['按模板发送', 'Send from a template'],
  body: {
    templateId: id(['模板', 'Template']),
    ...about,
    params: structured<Record<string, unknown>>(['变量', 'Variables'], { shape: map(either(anyText, anyNumber)) }),
    phones: several(['手机号', 'Mobiles'], text(['手机号', 'Mobile'], { max: 2000 }), { canEmpty: true }),
  },
  answer: record({
    text: anyText,
    sent: list(anyText),
    blocked: list(record({ id: anyText, reason: smsLog.fields.failReason })),
  }),
});
