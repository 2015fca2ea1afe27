import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { oss } from './oss.paper.ts';

const one = { id: id(['存储', 'Storage']) };

export const useStorage = call(oss, 'enable', {
  method: 'POST',
  needs: 'enable',
  title: ['启用存储', 'Use this storage'],
  query: one,
  answer: record({ id: anyText }),
});

/** Writes a small file to the storage, reads its size and deletes it. */
export const tryStorage = call(oss, 'test', {
  method: 'POST',
  needs: 'test',
  title: ['测试上传', 'Try an upload'],
  query: one,
  answer: record({ ok: yesOrNo, ms: anyNumber }),
});
