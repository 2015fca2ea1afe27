import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { call, filters } from '#kernel/language/calls/call.ts';
import { of, page } from '#kernel/language/calls/shape.ts';
import { toolApply } from './tool-apply.paper.ts';

/** Applications of a technician; `0` means all that the caller may see. */
export const appliesOfTechnician = call(toolApply, 'list/{id}', {
  method: 'GET',
  needs: 'view',
  title: ['技师的工具申请', 'Tool applications of a technician'],
  query: {
    id: id(['技师', 'Technician'], { required: true }),
    current: pageNumber(),
    size: pageSize(10, 1000),
    filters: filters(toolApply),
  },
  answer: page(of(toolApply)),
});
