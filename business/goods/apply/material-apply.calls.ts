import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { call, filters } from '#kernel/language/calls/call.ts';
import { anyText, list, of, page, record } from '#kernel/language/calls/shape.ts';
import { materialApply } from './material-apply.paper.ts';

/** Requests to be examined, or examined by the caller. */
export const examinePage = call(materialApply, 'examinePage', {
  method: 'GET',
  needs: 'view',
  title: ['领料审核列表', 'Requests to examine'],
  query: { current: pageNumber(), size: pageSize(10, 1000), filters: filters(materialApply) },
  answer: page(of(materialApply)),
});

const qty = (zh: string, en: string) => quantity([zh, en], { required: true, min: 'any' });

/** The usual stock of a technician's van, and what is missing of it. */
export const usualStock = call(materialApply, 'usual', {
  method: 'GET',
  needs: 'view',
  title: ['个人库常备', 'Usual stock of a van'],
  query: { technicianId: id(['技师', 'Technician'], { required: true }) },
  answer: list(
    record({
      materialId: anyText,
      itemCode: anyText,
      itemName: anyText,
      usual: qty('常备', 'Usual'),
      onHand: qty('现存', 'On hand'),
      missing: qty('缺', 'Missing'),
    }),
  ),
});
