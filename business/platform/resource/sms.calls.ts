import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { asSent, call, several } from '#kernel/language/calls/call.ts';
import { anyText, list, record } from '#kernel/language/calls/shape.ts';
import { sms } from './sms.paper.ts';

export const useChannel = call(sms, 'enable', {
  method: 'POST',
  needs: 'enable',
  title: ['启用短信配置', 'Use this channel'],
  query: { id: id(['短信配置', 'Channel']) },
  answer: record({ id: anyText }),
});

export const sendMessage = call(sms, 'endpoint/send-message', {
  method: 'POST',
  needs: 'send',
  title: ['发送短信', 'Send a message'],
  query: {
    code: text(['配置编号', 'Code of the channel'], { max: 64 }),
    phones: several(['手机号', 'Mobiles'], text(['手机号', 'Mobile'], { max: 2000 })),
    params: asSent('templateValues', ['变量', 'Variables']),
  },
  answer: record({ sent: list(anyText) }),
});
