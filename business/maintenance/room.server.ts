import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Behaviour, type Serving, serving } from '#kernel/server/behaviour.ts';
import type { App } from '#kernel/server/app.ts';
import customer from './customers/customer/customer.server.ts';
import equipment from './customers/equipment/equipment.server.ts';
import serviceFile from './customers/service-file/service-file.server.ts';
import { deskCalls } from './desk/desk.server.ts';
import technician from './people/technician/technician.server.ts';
import annexes from './completion/annexes.server.ts';
import completionCharge from './completion/charges.server.ts';
import completion from './completion/completion/completion.server.ts';
import completionSupply from './completion/supplies/supplies.server.ts';
import crewMember from './dispatch/crew/crew.server.ts';
import dispatchForm from './dispatch/dispatch-form/dispatch-form.server.ts';
import visit from './dispatch/visit/visit.server.ts';
import visitFile from './dispatch/visit/visit-file.server.ts';
import { notifyCustomerServing } from './messages/notify-customer.server.ts';
import { noticeSent, notifyStaffServing, todosDone } from './messages/notify-staff.server.ts';
import staffMessage from './messages/staff-message.server.ts';
import { listenForMessages } from './messages/listen.server.ts';
import smsTemplate from './messages/sms-template.server.ts';
import collection from './money/collection/collection.server.ts';
import { arrived } from './money/collection/payment-arrived.server.ts';
import invoice from './money/invoice/invoice.server.ts';
import { paymentArrived } from './money/payment.service.ts';
import registration from './repair/registration/registration.server.ts';
import repairForm from './repair/repair-form/repair-form.server.ts';
import urge from './repair/urge/urge.server.ts';
import delay from './time/delay/delay.server.ts';
import leaveForm from './time/leave/leave-form.server.ts';
import leaveStatistics from './time/leave/statistics/leave-statistics.server.ts';
import slaClock from './time/sla/sla-clock.server.ts';
import serviceStandard from './standards/service-standard/service-standard.server.ts';

/** A list of behaviours holds them without the types of their papers; each was checked where it was written. */
const untyped = <P extends AnyPaper>(one: Behaviour<P>): Behaviour => one as unknown as Behaviour;

/** What the papers of the after-sales room do beyond their definitions. */
export const behaviours: readonly Behaviour[] = [
  untyped(customer),
  untyped(serviceFile),
  untyped(equipment),
  untyped(technician),
  // The desk serves those who read repair forms.
  untyped({ ...repairForm, calls: [...(repairForm.calls ?? []), ...deskCalls] }),
  untyped(registration),
  untyped(urge),
  untyped(serviceStandard),
  untyped(dispatchForm),
  untyped(crewMember),
  untyped(visit),
  untyped(visitFile),
  untyped(completion),
  untyped(completionSupply),
  untyped(completionCharge),
  untyped(annexes),
  untyped(staffMessage),
  untyped(smsTemplate),
  untyped(slaClock),
  untyped(leaveForm),
  untyped(leaveStatistics),
  untyped(delay),
  untyped(collection),
  untyped(invoice),
];

/** What after-sales does for other rooms. */
export const services: readonly Serving[] = [
  notifyStaffServing,
  todosDone,
  noticeSent,
  notifyCustomerServing,
  serving(paymentArrived, arrived),
];

export { invariants } from './records/invariants.server.ts';

/** Work behind the calls: jobs and what is listened to. */
export function startWork(app: App): void {
  listenForMessages(app);
}
