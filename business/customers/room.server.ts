import type { RoomServer } from '#kernel/server';
import customer from './customer/customer.server.ts';
import serviceFile from './service-file/service-file.server.ts';
import equipment from './equipment/equipment.server.ts';
import { advertisingAnswer, wechatAnswer } from './customer/reached.server.ts';
import { listenForCustomers } from './service-file/files-follow-customer.server.ts';

/** The server side of customers and their equipment. */
export default {
  behaviours: [customer, serviceFile, equipment],
  services: [wechatAnswer, advertisingAnswer],
  locks: [
    { paper: 'customer' },
    { paper: 'serviceFile', under: ['customerId'], within: true },
    'technician',
    { paper: 'equipment', under: ['customerId', 'registerMainId'], within: true },
  ],
  startWork: listenForCustomers,
} satisfies RoomServer;
