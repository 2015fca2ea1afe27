import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { urgeStatus } from '../dictionaries.ts';

const answerInput = { handleResult: text(['处理结果', 'Result'], { required: true, max: 500, wide: true }) } as const;

/** States of an urge: it waits for an answer; a late one goes to the team leader. */
export const urgeLifecycle = lifecycle({
  field: 'urgeStatus',
  states: urgeStatus,
  actions: {
    submit: {
      label: ['催单', 'Follow-up call'],
      from: ['*'],
      to: 'open',
      roles: ['as_cs'],
      call: { path: 'submit' },
      said: ['已催单', 'Followed up'],
      icon: 'bell-ring',
      prominent: true,
    },
    answer: {
      label: ['答复', 'Answer'],
      from: ['open'],
      to: 'handled',
      roles: ['as_cs', 'as_dispatcher'],
      call: { path: 'submit', action: 'answer' },
      asks: answerInput,
      said: ['已答复', 'Answered'],
      icon: 'message-circle',
      prominent: true,
    },
    answerEscalated: {
      label: ['答复升级', 'Answer escalated'],
      from: ['escalated'],
      to: 'handled',
      roles: ['as_leader'],
      call: { path: 'submit', action: 'answerEscalated' },
      asks: answerInput,
      said: ['已答复', 'Answered'],
      icon: 'message-circle',
      prominent: true,
    },
    close: {
      label: ['关闭', 'Close'],
      from: ['handled'],
      to: 'closed',
      roles: ['as_cs'],
      call: { path: 'submit', action: 'close' },
      said: ['已关闭', 'Closed'],
      icon: 'circle-check',
    },
  },
  moves: [
    ['open', 'escalated', 'slaTick'],
    ['handled', 'closed', 'orderEnded'],
  ],
  editable: { open: ['content', 'urgeLevel', 'assignTo', 'handleResult'], escalated: ['assignTo', 'handleResult'] },
  ends: ['closed'],
});
