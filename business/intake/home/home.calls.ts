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

/** An event in the history of a home: a call, urge, visit, other work or receipt. */
const homeEvent = record({
  id: anyText,
  kind: choice('call', 'urge', 'visit', 'work', 'receipt'),
  /** `yyyy-MM-dd HH:mm:ss` */ at: anyText,
  title: bothLanguages,
  detail: bothLanguages,
  /** Money received or refunded, CNY; empty without any. */ amount: anyText,
  tone: choice('grey', 'amber', 'blue', 'cyan', 'green', 'red', 'violet'),
  /** Path of the event's page. */ to: anyText,
  /** Thumbnails of the work; absent for callers who may not read it. */
  photos: optional(list(record({ id: anyText, link: anyText, name: anyText }))),
});

/** Open business of a home: an order, or a call without one. */
export const openMatter = record({
  id: anyText,
  no: anyText,
  title: anyText,
  state: bothLanguages,
  tone: anyText,
  /** `began`: creation. `due`: due time of the running service clock; empty without one. */
  began: anyText,
  due: anyText,
  to: anyText,
});

const machineOfHome = of(equipment, null, {
  cover: record({ state: choice('warranty', 'lapsed', 'none'), until: anyText }),
});

/** Returns the open orders and calls of a home, for forms about the same home. */
export const readOpenMatters = call(serviceFile, 'openMatters', {
  method: 'GET',
  needs: 'view',
  title: ['同址未完事项', 'Open matters of a home'],
  query: { id: id(['服务档案', 'Service file'], { required: true }) },
  answer: list(openMatter),
});

/** Returns everything about one home: owner, machines with their warranty, open orders and calls, history, payments. */
export const readHome = call(serviceFile, 'home', {
  method: 'GET',
  needs: 'view',
  title: ['一户一档', 'Home card'],
  query: { id: id(['服务档案', 'Service file'], { required: true }) },
  answer: record({
    file: of(serviceFile),
    customer: nullable(of(customer)),
    /**
     * Id of the IoT platform's home at this address; empty if there is none, several, or one outside of the caller's
     * scope.
     */
    householdId: anyText,
    machines: list(machineOfHome),
    open: list(openMatter),
    /** The newest events of each paper. `more`: older ones are left out. */ events: list(homeEvent),
    more: yesOrNo,
    /** Received minus refunded; null without the right to see money. */ money: nullable(
      record({ count: anyNumber, amount: anyText, partial: yesOrNo }),
    ),
  }),
});

export type HomeAnswer = AnswerOf<typeof readHome>;
export type HomeEvent = AnswerOf<typeof homeEvent>;
export type OpenMatter = AnswerOf<typeof openMatter>;
