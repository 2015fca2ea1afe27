import { dicts } from '#kernel/fields/dicts/dicts.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, draft, rows, several, wholeBody } from '#kernel/language/calls/call.ts';
import { anyText, list, nullable, of, optional, record } from '#kernel/language/calls/shape.ts';
import { actionLog } from '#business/masterdata/records/action-log.paper.ts';
import { crewMember } from '../crew/crew-member.paper.ts';
import { dispatchStatus } from '../dictionaries.ts';
import { visit } from '../visit/visit.paper.ts';
import { dispatchForm } from './dispatch-form.paper.ts';

const dispId = id(['派工单', 'Dispatch order'], { required: true });
const force = flag(['强制排程', 'Force']);

/**
 * Saves a dispatch form with its crew; `dispatch` also dispatches it. The values of the form are in `header`, or in the
 * body itself.
 */
export const saveDispatch = call(dispatchForm, 'save', {
  method: 'POST',
  needs: 'save',
  title: ['保存派工单（可同时派工）', 'Save a dispatch order, or dispatch at once'],
  body: {
    header: draft(dispatchForm),
    form: wholeBody(dispatchForm),
    crew: rows(crewMember),
    technicianId: id(['技师', 'Technician']),
    suggested: flag(['按推荐', 'As proposed']),
    dispatch: flag(['同时派工', 'Dispatch at once']),
    force,
    forceReason: longText(['强制原因', 'Why forced']),
    reason: longText(['原因', 'Reason']),
  },
  answer: of(dispatchForm, null, { visitId: optional(anyText) }),
});

/** Maximal number of orders in one call. */
const MAX_TOGETHER = 20;

/** Dispatches several orders to one technician, one after another from a moment on. All are dispatched or none. */
export const sendSeveral = call(dispatchForm, 'saveSeveral', {
  method: 'POST',
  needs: 'save',
  title: ['整组派工', 'Dispatch several orders'],
  body: {
    technicianId: id(['技师', 'Technician'], { required: true }),
    from: moment(['计划开始', 'Planned start'], { required: true }),
    orderIds: several(['登记单', 'Work orders'], id(['登记单', 'Work order'], { required: true }), {
      required: true,
      most: MAX_TOGETHER,
    }),
    force,
    reason: longText(['原因', 'Reason']),
  },
  answer: list(record({ orderId: anyText, visitId: anyText, from: anyText, to: anyText })),
});

export const transferDispatch = call(dispatchForm, 'updateUser', {
  method: 'POST',
  needs: 'transfer',
  title: ['转派', 'Transfer'],
  body: {
    dispId,
    technicianId: id(['技师', 'Technician'], { required: true }),
    planStart: moment(['计划开始', 'Planned start']),
    planEnd: moment(['计划结束', 'Planned end']),
    reason: longText(['转派原因', 'Why it is transferred']),
    force,
  },
  answer: of(dispatchForm, null, { visitId: anyText }),
});

/** The visits of a dispatch form, each with its technician and its action log. */
export const dispatchRecords = call(dispatchForm, 'dispatchRecordList', {
  method: 'GET',
  needs: 'view',
  title: ['派工记录', 'Assignment history'],
  query: { dispId },
  answer: list(of(visit, null, { technicianName: nullable(anyText), steps: list(of(actionLog)) })),
});

export const pickDispatch = call(dispatchForm, 'selectDispatchList', {
  method: 'GET',
  needs: 'view',
  title: ['选择派工单', 'Picker of dispatch orders'],
  query: {
    keyword: text(['关键字', 'Words']),
    status: dicts(dispatchStatus, ['状态', 'State']),
    technicianId: id(['技师', 'Technician']),
  },
  answer: list(of(dispatchForm)),
});
