import type { Room } from '#kernel/language/room.ts';
import * as dictionaries from './dictionaries.ts';
import { customer } from './customer/customer.paper.ts';
import { serviceFile } from './service-file/service-file.paper.ts';
import { equipment } from './equipment/equipment.paper.ts';
import { premises } from './premises.paper.ts';

/** Customers, their service files and their equipment. */
export default {
  name: 'customers',
  title: ['客户', 'Customers'],
  needs: ['system', 'masterdata', 'messaging'],
  load: 'frame',
  topMenu: 'maintenance',
  papers: [customer, serviceFile, equipment, premises],
  dictionaries: Object.values(dictionaries),
  groups: [{ code: 'customers', label: ['客户关系', 'Customers'], icon: 'users', sort: 90 }],
  parameters: [
    {
      key: 'as.warranty.expiringDays',
      label: ['质保临期天数', 'Days before the end of a warranty that count as expiring'],
      initial: '60',
    },
    {
      key: 'as.service.phone',
      label: ['客户页面上的客服电话', 'Service phone on the pages for customers'],
      initial: '',
    },
  ],
} satisfies Room;
