import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import type { Label } from '#kernel/language/label.ts';
import { call, filters } from '#kernel/language/calls/call.ts';
import { of, page } from '#kernel/language/calls/shape.ts';
import { reminder } from './reminder.paper.ts';

/** Define the page of a pool: reminders of one type, with the filters of the list. */
const pool = (name: string, title: Label) =>
  call(reminder, name, {
    method: 'GET',
    needs: 'view',
    title,
    query: { current: pageNumber(), size: pageSize(10, 1000), filters: filters(reminder) },
    answer: page(of(reminder)),
  });

export const warrantyList = pool('warrantyList', ['在保临期提醒', 'Warranties about to end']);
export const surrenderList = pool('surrenderList', ['脱保提醒', 'Lapsed covers']);
export const suppliesList = pool('suppliesList', ['耗材到期提醒', 'Consumables due']);
