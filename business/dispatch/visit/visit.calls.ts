import { day } from '#kernel/fields/day/day.ts';
import { department } from '#kernel/fields/department/department.ts';
import { dicts } from '#kernel/fields/dicts/dicts.ts';
import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { call, wholeBody } from '#kernel/language/calls/call.ts';
import { anyText, list, of, orEmpty, page } from '#kernel/language/calls/shape.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { taskStatus } from '../dictionaries.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { visitLifecycle } from './visit-lifecycle.rules.ts';
import { customerPhone } from './on-phone.calls.ts';
import { visit } from './visit.paper.ts';

const oneVisit = { id: id(['任务', 'Visit'], { required: true }) };
const from = day(['从', 'From']);
const to = day(['至', 'Until']);

export const saveVisit = call(visit, 'save', {
  method: 'POST',
  needs: 'save',
  title: ['保存任务（不下发）', 'Save a visit without sending it'],
  body: { given: wholeBody(visit) },
  answer: of(visit),
});

export const finishVisit = call(visit, 'finish', {
  method: 'POST',
  needs: 'finish',
  title: ['完成任务', 'Finish a visit'],
  body: { ...oneVisit, ...visitLifecycle.actions.finish.asks },
  answer: of(visit),
});

export const visitsOfDepartment = call(visit, 'getAllList', {
  method: 'GET',
  needs: 'view',
  title: ['部门及下级全部任务', 'All visits of a department and below'],
  query: { deptId: department(['部门', 'Department']), from, to },
  answer: list(of(visit)),
});

export const ownVisits = call(visit, 'onlyList', {
  method: 'GET',
  needs: 'view',
  title: ['我的任务', 'My visits'],
  query: {
    current: pageNumber(),
    size: pageSize(10, 1000),
    from,
    to,
    taskStatus: dicts(taskStatus, ['任务状态', 'State']),
  },
  answer: page(of(visit, null, customerPhone)),
});

export const dispatchDepartment = call(visit, 'getDeptId', {
  method: 'GET',
  needs: 'view',
  title: ['派工部门', 'Department for dispatching'],
  answer: anyText,
});

export const fileOfVisit = call(visit, 'getDispatchRegisteMain', {
  method: 'GET',
  needs: 'view',
  title: ['任务的服务档案', 'Service file of a visit'],
  query: oneVisit,
  answer: orEmpty(of(serviceFile)),
});

export const registrationOfVisit = call(visit, 'getRegisDetail/{id}', {
  method: 'GET',
  needs: 'view',
  title: ['任务的登记单', 'Work order of a visit'],
  query: oneVisit,
  answer: orEmpty(of(registration)),
});

export const formOfVisit = call(visit, 'getDispDetail/{id}', {
  method: 'GET',
  needs: 'view',
  title: ['任务的派工单', 'Dispatch order of a visit'],
  query: oneVisit,
  answer: orEmpty(of(dispatchForm)),
});
