import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { pageSize } from '#kernel/fields/integer/paging.ts';
import { anyNumber, anyText, list, of, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { repairForm } from './repair-form.paper.ts';

/**
 * Returns the pool of a form and its rank in it. `oldestMinutes` is the longest wait of a form in the pool,
 * `etaMinutes` the expected remaining wait of this form.
 */
export const poolNumber = call(repairForm, 'getPoolNo/{id}', {
  method: 'GET',
  needs: 'view',
  title: ['工单池与排位', 'Dispatch pool and place in it'],
  query: { id: id(['报修单', 'Repair request'], { required: true }) },
  answer: record({
    poolNo: anyText,
    poolName: anyText,
    waiting: anyNumber,
    position: anyNumber,
    /** More forms wait than are ranked, so `position` is 0. */ isBeyond: yesOrNo,
    oldestMinutes: anyNumber,
    etaMinutes: anyNumber,
  }),
});

export const newestForms = call(repairForm, 'selectByTop', {
  method: 'GET',
  needs: 'view',
  title: ['最新待受理报修单', 'Newest requests that wait for acceptance'],
  query: { size: pageSize(10, 50) },
  answer: list(of(repairForm)),
});
