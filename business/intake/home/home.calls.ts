import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  bothLanguages,
  choice,
  list,
  nullable,
  optional,
  of,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';

/** Something that happened in a home. */
const homeEvent = record({
  id: anyText,
  kind: choice('call', 'urge', 'visit', 'work', 'receipt'),
  /** `yyyy-MM-dd HH:mm:ss` */ at: anyText,
  title: bothLanguages,
  detail: bothLanguages,
  /** Money that came, or went back (CNY); empty where none did. */ amount: anyText,
  tone: choice('grey', 'amber', 'blue', 'cyan', 'green', 'red', 'violet'),
  /** Its page. */ to: anyText,
  /** Photos of the work; few, small, and only for who sees it. */
  photos: optional(list(record({ id: anyText, link: anyText, name: anyText }))),
});

/** Something that is not over: an order, or a call that has none yet. */
export const openMatter = record({
  id: anyText,
  no: anyText,
  title: anyText,
  state: bothLanguages,
  tone: anyText,
  /** Since when it runs, and until when the clock that runs on it asks; empty where none runs. */
  began: anyText,
  due: anyText,
  to: anyText,
});

const machineOfHome = of(equipment, null, {
  cover: record({ state: choice('warranty', 'lapsed', 'none'), until: anyText }),
});

/** What is open in a home, for a form that is about it. */
export const readOpenMatters = call(serviceFile, 'openMatters', {
  method: 'GET',
  needs: 'view',
  title: ['同址未完事项', 'Open matters of a home'],
  query: { id: id(['服务档案', 'Service file'], { required: true }) },
  answer: list(openMatter),
});

/** Everything about one home: whose it is, its machines with their cover, what is open, what happened, what was paid. */
export const readHome = call(serviceFile, 'home', {
  method: 'GET',
  needs: 'view',
  title: ['一户一档', 'Home card'],
  query: { id: id(['服务档案', 'Service file'], { required: true }) },
  answer: record({
    file: of(serviceFile),
    customer: nullable(of(customer)),
    /** The home on the platform at its address; empty: none, several, or out of sight. */ householdId: anyText,
    machines: list(machineOfHome),
    open: list(openMatter),
    /** The newest, each paper's newest first; `more`: older ones are left off. */ events: list(homeEvent),
    more: yesOrNo,
    /** All that was received here, less what went back; null for who may not see money. */ money: nullable(
      record({ count: anyNumber, amount: anyText, partial: yesOrNo }),
    ),
  }),
});

export type HomeAnswer = AnswerOf<typeof readHome>;
export type HomeEvent = AnswerOf<typeof homeEvent>;
export type OpenMatter = AnswerOf<typeof openMatter>;
