import { flag } from '#kernel/fields/flag/flag.ts';
import { approvalVerbs } from '#business/shared/approval-verbs.rules.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { publishStatus } from '#business/masterdata/dictionaries.ts';
import { refuse } from '../refusals.ts';

const verbs = approvalVerbs({
  from: ['draft'],
  waiting: 'proposed',
  draft: 'draft',
  senders: ['as_piece_auditor', 'as_manager'],
  judges: ['as_manager'],
  own: { of: 'paper', no: () => refuse.ownDocument() },
});

/** The lifecycle of a price: proposed, published, stopped. A published price never changes. */
export const pieceStandardLifecycle = lifecycle({
  field: 'publishStatus',
  states: publishStatus,
  actions: {
    submit: {
      label: ['提出标准', 'Propose'],
      from: ['*'],
      to: 'draft',
      roles: ['as_piece_auditor', 'as_manager'],
      call: { path: 'submit' },
      icon: 'file-text',
    },
    propose: verbs.send,
    publish: {
      label: ['发布', 'Publish'],
      from: ['draft', 'proposed'],
      to: 'published',
      roles: ['as_manager'],
      judges: { of: 'paper', no: () => refuse.ownDocument() },
      call: { path: 'submit', action: 'publish' },
      asks: {
        endPrevious: flag([
          '同条件的前一标准到前一天为止',
          'The previous price of the same criteria ends the day before',
        ]),
      },
      batch: true,
      said: ['已发布', 'Published'],
      icon: 'check',
      prominent: true,
    },
    reject: verbs.reject,
    withdraw: verbs.withdraw,
    stop: {
      label: ['停用', 'Stop'],
      from: ['published'],
      to: 'stopped',
      roles: ['as_manager'],
      call: { path: 'submit', action: 'stop' },
      said: ['已停用', 'Stopped'],
      icon: 'ban',
      danger: true,
    },
  },
  editable: { draft: 'all' },
  removable: ['draft'],
  ends: ['stopped'],
  governed: { start: 'propose', approve: 'publish', reject: 'reject', withdraw: 'withdraw', optional: true },
});
