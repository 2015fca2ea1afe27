import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { type CallAnswer, roomCall } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyText, choice, list, map, nullable, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { profile } from '../../auth/profile.calls.ts';

/**
 * Result of a step, for everybody or for one role. `later`: an earlier step refused already, so this step decides
 * nothing; its words still describe its result.
 */
const mark = choice('yes', 'no', 'later');

const step = record({ key: anyText, label: anyText, mark, words: list(anyText), roles: map(mark) });

/**
 * Every decision about the paper (and row): whether the row, each button and each field is open, and the step that
 * stops it.
 */
const overview = record({
  row: record({ allow: yesOrNo, stopped: anyText, id: anyText }),
  buttons: list(record({ action: anyText, label: anyText, allow: yesOrNo, stopped: anyText })),
  fields: list(record({ name: anyText, label: anyText, sight: choice('clear', 'masked', 'closed') })),
});

/** A person who may do the action now. */
const able = record({ id: anyText, name: anyText, roles: anyText });

export const explainRights = roomCall('blade-system/permission/explain', {
  method: 'GET',
  needs: 'person',
  title: ['权限诊断', 'Why somebody may or may not'],
  query: {
    userId: id(['用户', 'User']),
    resource: text(['单据', 'Document']),
    action: text(['动作', 'Action'], { max: 100 }),
    id: id(['行', 'Row']),
    field: text(['字段', 'Field'], { max: 100 }),
    button: text(['按钮', 'Button']),
  },
  answer: record({
    person: record({
      id: anyText,
      account: anyText,
      name: anyText,
      roles: list(record({ id: anyText, name: anyText })),
    }),
    paper: record({ name: anyText, table: anyText, title: anyText }),
    row: nullable(record({ id: anyText, caption: anyText })),
    action: anyText,
    label: anyText,
    allow: yesOrNo,
    stopped: anyText,
    steps: list(step),
    overview,
    who: list(able),
  }),
});

/** Start viewing the product as another person. Return that person's profile. */
export const startViewAs = roomCall('blade-system/permission/view-as/start', {
  method: 'POST',
  needs: 'person',
  title: ['以他人身份查看', 'See the product as somebody else'],
  body: { userId: id(['用户', 'User']), reason: text(['原因', 'Reason'], { max: 2000 }) },
  answer: profile,
});

export const stopViewAs = roomCall('blade-system/permission/view-as/stop', {
  method: 'POST',
  needs: 'person',
  title: ['结束以他人身份查看', 'Stop seeing it as somebody else'],
  answer: profile,
});

export type StepMark = AnswerOf<typeof mark>;
export type Step = AnswerOf<typeof step>;
export type Overview = AnswerOf<typeof overview>;
export type Able = AnswerOf<typeof able>;
export type Explained = CallAnswer<typeof explainRights>;
