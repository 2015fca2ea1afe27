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
  of,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { pushRule } from './push-rule.paper.ts';

const { fields } = pushRule;

/** The parts of a rule by which it is tried; it may be unsaved. */
const unsaved = {
  id: id(['规则', 'Rule']),
  pushScene: fields.pushScene,
  schemeTypeIds: fields.schemeTypeIds,
  customerLevels: fields.customerLevels,
  offsetDays: fields.offsetDays,
  repeatDays: fields.repeatDays,
  maxTimes: fields.maxTimes,
  channels: fields.channels,
  templateIds: fields.templateIds,
  sendFrom: fields.sendFrom,
  sendTo: fields.sendTo,
  createTodo: fields.createTodo,
  stopOnReply: fields.stopOnReply,
  priority: fields.priority,
};

/** One customer of a dry run: a verdict, and the first reason. */
const triedRow = of(customer, ['id', 'customerName', 'phone'], {
  targetId: anyText,
  subject: anyText,
  dueDate: anyText,
  channel: nullable(anyText),
  verdict: choice('gets', 'waits', 'out'),
  group: choice('gets', 'waits', 'optedOut', 'todo', 'rest'),
  reason: bothLanguages,
  until: nullable(anyText),
});

export const dryRun = call(pushRule, 'dry-run', {
  method: 'POST',
  needs: 'view',
  title: ['试算推送规则', 'Try a push rule'],
  body: unsaved,
  answer: record({
    /** Moment of the judgement. */ at: anyText,
    /** More targets than were judged. */ isCut: yesOrNo,
    counts: record({
      all: anyNumber,
      gets: anyNumber,
      waits: anyNumber,
      optedOut: anyNumber,
      todo: anyNumber,
      rest: anyNumber,
    }),
    /** Customers of other departments: counted, but not named. */ unnamed: anyNumber,
    wechat: anyNumber,
    sms: anyNumber,
    lastWait: nullable(anyText),
    /** How many the stored rule would reach; null for a new one. */ stored: nullable(anyNumber),
    gates: record({
      /** Quiet hours of the company; empty texts for none. */ quietFrom: anyText,
      quietTo: anyText,
      dailyLimit: anyNumber,
      customers: anyNumber,
      optedOut: anyNumber,
      contracts: anyNumber,
    }),
    rows: list(triedRow),
  }),
});

/** A piece of a message: fixed text, or the value of a variable. */
const piece = record({ text: anyText, variable: nullable(anyText) });

export const pushPreview = call(pushRule, 'preview', {
  method: 'POST',
  needs: 'view',
  title: ['预览推送内容', 'Preview a push'],
  body: {
    pushScene: fields.pushScene,
    channels: fields.channels,
    templateIds: fields.templateIds,
    targetId: id(['对象', 'Target']),
  },
  answer: record({
    document: bothLanguages,
    messages: list(
      record({
        channel: anyText,
        templateName: anyText,
        audit: nullable(anyText),
        isMarketing: yesOrNo,
        pieces: list(piece),
        characters: anyNumber,
        parts: anyNumber,
        /** Variables that the documents of the scene lack. */ unknown: list(anyText),
        /** Variables without a value for this target. */ empty: list(anyText),
        needsAddress: yesOrNo,
      }),
    ),
  }),
});

export const rulesToday = call(pushRule, 'today', {
  method: 'GET',
  needs: 'view',
  title: ['各规则今天推送数', 'Pushes of today by rule'],
  answer: list(
    record({
      id: anyText,
      /** Customers that get a message today. */ count: anyNumber,
      /** Customers reached within the last 180 days, and those with an order within 14 days of it. */ reached:
        anyNumber,
      booked: anyNumber,
    }),
  ),
});

export type RuleTrial = AnswerOf<(typeof dryRun)['answer']>;
export type TriedRow = AnswerOf<typeof triedRow>;
export type PushPreview = AnswerOf<(typeof pushPreview)['answer']>;
