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

/**
 * A station of the band: `count` is the number of its papers in the reader's scope. The other fields are of the
 * requested paper or, at other stations, of the latest one. `id` is empty if there is none.
 */
const station = record({
  kind: anyText,
  label: bothLanguages,
  count: anyNumber,
  id: anyText,
  no: anyText,
  to: anyText,
  /** Label of the paper's state in the reader's language. */ state: anyText,
  tone: anyText,
  at: anyText,
  mark: choice('done', 'current', 'open', 'coming'),
  /** Is the requested paper at this station? */ here: yesOrNo,
});

/**
 * The next step of the order: an action on a row (`paper`, `id`, `action`), or the page `to` on which the next paper is
 * created.
 */
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

/** Returns the progress of the order to which a paper belongs, as stations, for the head of the paper's page. */
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
    /** The open service clock that is due next, also if it is paused or late; null without one. */
    clock: nullable(record({ label: anyText, began: anyText, due: anyText, paused: yesOrNo })),
    step: nullable(step),
    /** Open orders and calls of the same home that belong to other cases. */ others: list(openMatter),
  }),
});
