import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, anyText, list, of, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { serviceFile } from '../../service-file/service-file.paper.ts';
import { customer } from '../customer.paper.ts';

/** The merged and the remaining customer. */
const pair = {
  fromId: id(['被合并客户', 'Customer that goes'], { required: true }),
  intoId: id(['保留客户', 'Customer that stays'], { required: true }),
};

const inShort = of(customer, ['id', 'customerNo', 'customerName', 'phone', 'addressDetail']);

/**
 * Returns the preview of a merge, without changes: papers that move, homes that are joined, values that the target
 * gets.
 */
export const mergePreview = call(customer, 'mergePreview', {
  method: 'GET',
  needs: 'merge',
  title: ['合并预览', 'What a merge would do'],
  query: pair,
  answer: record({
    from: inShort,
    into: inShort,
    moves: list(record({ paper: anyText, title: anyText, field: anyText, label: anyText, count: anyNumber })),
    total: anyNumber,
    homes: list(of(serviceFile, ['fileNo', 'address'])),
    learns: list(record({ field: anyText, label: anyText, value: anyText })),
    begun: yesOrNo,
  }),
});

export const mergeTwo = call(customer, 'merge', {
  method: 'POST',
  needs: 'merge',
  title: ['合并客户（后台任务）', 'Merge two customers (a job)'],
  body: pair,
  answer: record({ job: anyText }),
});

export type CustomerInShort = AnswerOf<typeof inShort>;
export type MergePlan = AnswerOf<typeof mergePreview>;
