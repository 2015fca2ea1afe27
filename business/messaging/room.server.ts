import type { RoomServer } from '#kernel/server';
import staffMessage from './staff/staff-message.server.ts';
import smsTemplate from './sms/sms-template.server.ts';
import { invariants } from './invariants.server.ts';
import { listenForMessages } from './listen.server.ts';
import { notifyCustomerServing } from './notify-customer.server.ts';
import { pushCustomerServing } from './push-customer.server.ts';
import { noticeSent, notifyStaffServing, taskNoticesDoneServing, todosDone } from './notify-staff.server.ts';

/** The server side of messages. */
export default {
  behaviours: [staffMessage, smsTemplate],
  services: [
    notifyStaffServing,
    todosDone,
    noticeSent,
    taskNoticesDoneServing,
    notifyCustomerServing,
    pushCustomerServing,
  ],
  invariants,
  locks: [{ named: 'message to ' }],
  startWork: listenForMessages,
} satisfies RoomServer;
