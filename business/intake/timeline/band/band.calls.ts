import { call } from '#kernel/language/calls/call.ts';
import {
  anyNumber,
  anyText,
  bothLanguages,
  choice,
  list,
  nullable,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { openMatter } from '../../home/home.calls.ts';
import { registration } from '../../registration/registration.paper.ts';

/** The latest paper of a kind that the reader sees; `count`: so many there are; no id: none yet. */
const station = record({
  kind: anyText,
  label: bothLanguages,
  count: anyNumber,
  id: anyText,
  no: anyText,
  to: anyText,
  /** Its state in the language of the reader. */ state: anyText,
  tone: anyText,
  at: anyText,
  mark: choice('done', 'current', 'open', 'coming'),
  /** The paper that was asked about stands here. */ here: yesOrNo,
});

/** Who does what next: a verb of a row, or a page on which it is done. */
const step = record({
  label: bothLanguages,
  who: bothLanguages,
  paper: anyText,
  id: anyText,
  no: anyText,
  action: anyText,
  to: anyText,
  may: yesOrNo,
});

/** The stations of the case that a paper belongs to, asked once for its head. */
export const readBand = call(registration, 'band', {
  method: 'GET',
  needs: 'person',
  title: ['单据所在的一单', 'The case of a document as a band'],
  query: {
    paper: text(['单据类型', 'Document'], { required: true, max: 64 }),
    id: id(['单据', 'Row'], { required: true }),
  },
  answer: record({
    stations: list(station),
    /** The nearest clock that runs. */
    clock: nullable(record({ label: anyText, began: anyText, due: anyText, paused: yesOrNo })),
    step: nullable(step),
    /** What else is open in the same home, of other cases. */ others: list(openMatter),
  }),
});
