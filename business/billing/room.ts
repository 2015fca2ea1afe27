import type { Room } from '#kernel/language/room.ts';
import * as dictionaries from './dictionaries.ts';
import { collection } from './collection/collection.paper.ts';
import { invoice } from './invoice/invoice.paper.ts';

/** Collections and invoices. */
export default {
  name: 'billing',
  title: ['收款结算', 'Billing'],
  needs: ['masterdata', 'customers', 'completion'],
  load: 'frame',
  topMenu: 'maintenance',
  papers: [collection, invoice],
  dictionaries: Object.values(dictionaries),
  groups: [{ code: 'money', label: ['收款结算', 'Billing'], icon: 'banknote', sort: 70 }],
  pages: [
    {
      code: 'finance-desk',
      label: ['财务工作台', 'Finance desk'],
      group: 'money',
      icon: 'wallet',
      path: '/maintenance/financeboard',
      sort: 5,
      roles: ['as_finance', 'as_finance_lead', 'as_manager', 'as_admin'],
    },
  ],
  parameters: [
    { key: 'as.money.closedMonth', label: ['已关账的收款月份', 'Last closed month of collections'], initial: '' },
  ],
} satisfies Room;
