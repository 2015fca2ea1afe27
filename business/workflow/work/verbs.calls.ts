import { flag } from '#kernel/fields/flag/flag.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { person } from '#kernel/fields/person/person.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, several } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, list, page, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { processLeave } from '../leave/process-leave.paper.ts';
import { acted, bladeFlow, paging } from './flow-shapes.calls.ts';

const task = { taskId: id(['任务', 'Task'], { required: true }) };
const comment = longText(['说明', 'Comment'], { max: 2000 });
const people = several(['人员', 'People'], person(['人员', 'Person']), { required: true, most: 50 });

/** Transfers a task to another person. */
export const transferTask = call(processLeave, 'blade-flow/work/transfer-task', {
  method: 'POST',
  needs: 'person',
  title: ['转办任务', 'Hand a task to somebody else'],
  body: { ...task, userId: person(['转给', 'To'], { required: true }), comment },
  answer: acted,
});

/** People to transfer a task to, or to add as signers. */
export const peopleToAsk = call(processLeave, 'blade-flow/work/people-to-ask', {
  method: 'GET',
  needs: 'person',
  title: ['可转办或加签的人', 'People to give a task to'],
  query: { ...task, q: text(['查找', 'Typed'], { max: 100, initial: '' }) },
  answer: list(record({ id: anyText, label: anyText, hint: anyText })),
});

/** Lends a task to another person, who prepares it and gives it back. */
export const delegateTask = call(processLeave, 'blade-flow/work/delegate-task', {
  method: 'POST',
  needs: 'person',
  title: ['委派任务', 'Ask somebody to prepare a task'],
  body: { ...task, userId: person(['委派给', 'To'], { required: true }), comment },
  answer: acted,
});

export const resolveTask = call(processLeave, 'blade-flow/work/resolve-task', {
  method: 'POST',
  needs: 'person',
  title: ['交回委派任务', 'Give a prepared task back'],
  body: { ...task, comment },
  answer: acted,
});

export const addSigners = call(processLeave, 'blade-flow/work/add-sign', {
  method: 'POST',
  needs: 'person',
  title: ['加签', 'Add signers'],
  body: {
    ...task,
    userIds: people,
    /**
     * When the added people decide. `before`: before the task; `parallel`: at the same time; `after`: the task passes
     * now and they decide then.
     */
    position: text(['加签方式', 'Position'], { max: 10, initial: 'parallel' }),
    comment,
  },
  answer: acted,
});

export const removeSigners = call(processLeave, 'blade-flow/work/remove-sign', {
  method: 'POST',
  needs: 'person',
  title: ['减签', 'Take signers off'],
  body: { ...task, userIds: people, comment },
  answer: acted,
});

/** Visited nodes to which a task may be returned. */
export const backNodes = call(processLeave, 'blade-flow/work/back-nodes', {
  method: 'GET',
  needs: 'person',
  title: ['可退回的节点', 'Nodes a task may be returned to'],
  query: task,
  answer: list(record({ nodeId: anyText, nodeName: anyText, assigneeName: anyText, endTime: anyText })),
});

export const returnTask = call(processLeave, 'blade-flow/work/return-task', {
  method: 'POST',
  needs: 'person',
  title: ['退回任务', 'Return a task'],
  body: {
    ...task,
    nodeId: text(['退回到', 'Node'], { required: true, max: 255 }),
    comment: longText(['退回原因', 'Reason'], { required: true, max: 2000 }),
    straightBack: flag(['重新提交后直达本节点', 'Comes straight back here']),
  },
  answer: acted,
});

/** Withdraws an instance by its starter, until people have completed more than one task of it. */
export const withdrawInstance = call(processLeave, 'blade-flow/work/withdraw', {
  method: 'POST',
  needs: 'person',
  title: ['撤回流程', 'Withdraw an own instance'],
  body: { processInstanceId: id(['流程实例', 'Instance'], { required: true }), comment },
  answer: acted,
});

/** Takes back the last decision, until a following task was opened or claimed. */
export const retrieveTask = call(processLeave, 'blade-flow/work/retrieve', {
  method: 'POST',
  needs: 'person',
  title: ['取回任务', 'Take back a task just done'],
  body: task,
  answer: acted,
});

export const urgeInstance = call(processLeave, 'blade-flow/work/urge', {
  method: 'POST',
  needs: 'person',
  title: ['催办', 'Remind the present handlers'],
  body: { processInstanceId: id(['流程实例', 'Instance'], { required: true }), comment },
  answer: record({ reminded: anyNumber }),
});

/** Sends copies of a process instance, which let their recipients read it. */
export const sendCopiesByHand = call(processLeave, 'blade-flow/work/cc-send', {
  method: 'POST',
  needs: 'person',
  title: ['抄送', 'Send copies'],
  body: { processInstanceId: id(['流程实例', 'Instance'], { required: true }), userIds: people, comment },
  answer: record({ sent: anyNumber }),
});

export const copyList = call(processLeave, 'blade-flow/work/cc-list', {
  method: 'GET',
  needs: 'person',
  title: ['抄送我的', 'Copies addressed to me'],
  query: { ...paging, category: text(['流程分类', 'Category'], { max: 64 }) },
  answer: page(record({ id: anyText, readTime: anyText, sentBy: anyText, flow: bladeFlow })),
});

export const readCopies = call(processLeave, 'blade-flow/work/cc-read', {
  method: 'POST',
  needs: 'person',
  title: ['抄送已读', 'Mark copies as read'],
  query: { ids: several(['抄送', 'Copies'], id(['抄送', 'Copy']), { required: true, most: 500 }) },
  answer: record({ read: anyNumber }),
});

/** The next tasks with their people if the task gets this decision, or whether the instance then ends. */
export const nextNodes = call(processLeave, 'blade-flow/work/next-nodes', {
  method: 'GET',
  needs: 'person',
  title: ['后续节点预览', 'Preview of what comes next'],
  query: { ...task, flag: text(['处理结果', 'Decision'], { max: 20 }) },
  answer: record({
    nodes: list(record({ nodeId: anyText, nodeName: anyText, assigneeName: anyText, isClaimed: yesOrNo })),
    finished: yesOrNo,
  }),
});
