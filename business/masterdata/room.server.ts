import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Behaviour, type Serving, serving } from '#kernel/server/behaviour.ts';
import type { App } from '#kernel/server/app.ts';
import customer from '#business/customers/customer/customer.server.ts';
import equipment from '#business/customers/equipment/equipment.server.ts';
import serviceFile from '#business/customers/service-file/service-file.server.ts';
import { deskCalls } from '#business/intake/desk/desk.server.ts';
import technician from './people/technician/technician.server.ts';
import annexes from '#business/completion/annexes.server.ts';
import completionCharge from '#business/completion/charges.server.ts';
import completion from '#business/completion/completion/completion.server.ts';
import completionSupply from '#business/completion/supplies/supplies.server.ts';
import crewMember from '#business/dispatch/crew/crew.server.ts';
import dispatchForm from '#business/dispatch/dispatch-form/dispatch-form.server.ts';
import visit from '#business/dispatch/visit/visit.server.ts';
import visitFile from '#business/dispatch/visit/visit-file.server.ts';
import { notifyCustomerServing } from '#business/messaging/notify-customer.server.ts';
import { noticeSent, notifyStaffServing, todosDone } from '#business/messaging/notify-staff.server.ts';
import staffMessage from '#business/messaging/staff-message.server.ts';
import { listenForMessages } from '#business/messaging/listen.server.ts';
import smsTemplate from '#business/messaging/sms-template.server.ts';
import collection from '#business/billing/collection/collection.server.ts';
import { arrived } from '#business/billing/collection/payment-arrived.server.ts';
import invoice from '#business/billing/invoice/invoice.server.ts';
import { paymentArrived } from '#business/billing/payment.service.ts';
import registration from '#business/intake/registration/registration.server.ts';
import repairForm from '#business/intake/repair-form/repair-form.server.ts';
import urge from '#business/intake/urge/urge.server.ts';
import delay from '#business/dispatch/delay/delay.server.ts';
import leaveForm from '#business/scheduling/leave/leave-form.server.ts';
import leaveStatistics from '#business/scheduling/leave/statistics/leave-statistics.server.ts';
import slaClock from '#business/scheduling/sla/sla-clock.server.ts';
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
