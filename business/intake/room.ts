import type { Room } from '#kernel/language/room.ts';
import * as dictionaries from './dictionaries.ts';
import { repairForm } from './repair-form/repair-form.paper.ts';
import { repairAnnex } from './repair-form/repair-annex.paper.ts';
import { registration } from './registration/registration.paper.ts';
import { registrationEquipment } from './registration/registration-equipment.paper.ts';
import { urge } from './urge/urge.paper.ts';

const atTheDesk = ['as_cs', 'as_cs_lead', 'as_manager', 'as_admin'];

/** Requests for repair, registrations and urges. */
export default {
  name: 'intake',
  title: ['受理', 'Intake'],
  needs: ['system', 'masterdata', 'messaging', 'customers', 'scheduling'],
  load: 'frame',
  topMenu: 'maintenance',
  papers: [repairForm, repairAnnex, registration, registrationEquipment, urge],
  dictionaries: Object.values(dictionaries),
  groups: [{ code: 'intake', label: ['受理', 'Intake'], icon: 'headset', sort: 20 }],
  pages: [
    {
      code: 'intake-desk',
      label: ['来电受理', 'Take a call'],
      group: 'desk',
      icon: 'phone-call',
      path: '/maintenance/desk',
      sort: 20,
      roles: atTheDesk,
    },
  ],
  parameters: [
    { key: 'as.intake.deptId', label: ['系统建单所属部门', 'Department of documents made by the system'], initial: '' },
    { key: 'as.rework.days', label: ['返修认定天数', 'Rework window in days'], initial: '30' },
    {
      key: 'as.urge.replyMinutes',
      label: ['催单答复时限（分）', 'Working minutes to answer a follow-up call'],
      initial: '30',
    },
    {
      key: 'as.urge.raiseAt',
      label: ['第几次催单升一级紧急程度', 'Follow-up call that raises the urgency one step'],
      initial: '2',
    },
  ],
} satisfies Room;
