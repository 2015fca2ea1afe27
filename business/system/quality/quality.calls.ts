import { call } from '#kernel/language/calls/call.ts';
import { anyText, record } from '#kernel/language/calls/shape.ts';
import { invariant } from './invariant.paper.ts';

/** Starts the check and returns the id of its job. */
export const checkData = call(invariant, 'check', {
  method: 'POST',
  needs: 'check',
  title: ['立即检查数据质量', 'Check data quality now'],
  answer: record({ job: anyText }),
});
