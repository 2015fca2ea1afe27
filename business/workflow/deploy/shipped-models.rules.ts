import { applyProcessXml } from '../engine/shipped/apply-process.rules.ts';
import { leaveProcessXml } from '../engine/shipped/leave-process.rules.ts';
import { technicianLeaveXml } from '../engine/shipped/technician-leave.rules.ts';

/** A process that comes with the product. */
interface ShippedModel {
  readonly name: string;
  readonly category: string;
  readonly xml: string;
}

export const shippedModels: readonly ShippedModel[] = [
  { name: '请假流程', category: 'flow_leave', xml: leaveProcessXml },
  { name: '申请审批', category: 'flow_leave', xml: applyProcessXml },
  { name: '技师请假', category: 'flow_leave', xml: technicianLeaveXml },
];
