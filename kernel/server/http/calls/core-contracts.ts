import { flag } from '#kernel/fields/flag/flag.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import type { Contract } from '#kernel/language/calls/call.ts';
import {
  anyNumber,
  anyText,
  anything,
  choice,
  either,
  fileAnswer,
  list,
  map,
  nothing,
  nullable,
  optional,
  record,
  streamAnswer,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';

const paper = text(['单据类型', 'Paper'], { required: true, max: 64 });
const row = id(['数据', 'Row'], { required: true });

const job = record({
  id: anyText,
  kind: anyText,
  title: anyText,
  state: anyText,
  seen: yesOrNo,
  done: nullable(anyNumber),
  total: nullable(anyNumber),
  error: anyText,
  created: anyText,
  finished: anyText,
  paper: anyText,
  batch: anyText,
  // Each work of the background answers what it made.
  answer: map(anything),
});

/** What a person chose of a screen, as his browser keeps it. */
const settings = map(anything);

/** What the calls that all papers share ask and answer. */
export const coreContracts = {
  options: {
    query: {
      paper,
      q: text(['查找', 'Typed'], { max: 200 }),
      ids: text(['已选', 'Chosen ids'], { max: 20_000 }),
    },
    answer: list(
      record({
        id: anyText,
        label: anyText,
        hint: anyText,
        portrait: optional(anyText),
        parentId: optional(anyText),
      }),
    ),
  },
  dictionaries: {
    query: { codes: text(['字典编码', 'Codes'], { max: 5000 }), code: text(['字典编码', 'Code'], { max: 64 }) },
    // Items of a dictionary by its code: key, words in both languages, tone.
    answer: map(list(map(anything))),
  },
  counts: { query: { paper }, answer: map(anyNumber) },
  reveal: {
    body: {
      paper,
      id: row,
      field: text(['字段', 'Field'], { required: true }),
      reason: text(['原因', 'Reason'], { required: true }),
    },
    // The value itself, of whatever kind it is.
    answer: record({ value: anything, seconds: anyNumber }),
  },
  ticket: {
    body: { path: text(['地址', 'Address'], { required: true, max: 2000 }) },
    answer: record({ ticket: anyText }),
  },
  taken: {
    query: { paper, id: id(['数据', 'Row']) },
    answer: list(record({ field: anyText, msg: anyText })),
  },
  views: {
    query: { paper },
    answer: record({
      settings: nullable(settings),
      views: list(settings),
      shared: optional(list(settings)),
      mayShare: optional(yesOrNo),
      roles: optional(list(record({ id: anyText, name: anyText }))),
    }),
  },
  keepView: {
    body: {
      paper,
      view: structured(['视图', 'View']),
      settings: structured(['设置', 'Settings']),
      was: text(['原名', 'Name before'], { max: 40 }),
      remove: flag(['删除', 'Remove']),
    },
    answer: nothing,
  },
  draft: {
    query: { paper, row: text(['数据', 'Row'], { max: 32 }) },
    // What was typed, as its form keeps it.
    answer: either(record({ content: anything, at: anyText }), nothing),
  },
  keepDraft: {
    body: {
      paper,
      row: text(['数据', 'Row'], { max: 32 }),
      content: structured(['内容', 'Content']),
      remove: flag(['删除', 'Remove']),
    },
    answer: nothing,
  },
  comments: {
    query: { paper, id: row },
    answer: list(
      record({
        id: anyText,
        words: anyText,
        by: anyText,
        byName: anyText,
        portrait: optional(anyText),
        at: anyText,
        mentions: list(record({ id: anyText, name: anyText })),
        mayRemove: yesOrNo,
      }),
    ),
  },
  comment: {
    body: {
      paper,
      id: row,
      words: longText(['评论', 'Comment'], { required: true, max: 1000 }),
      mentions: structured(['提到的人', 'People called by name'], { rows: true }),
    },
    answer: record({ id: anyText }),
  },
  takeBack: { query: { id: id(['评论', 'Comment'], { required: true }) }, answer: nothing },
  events: { answer: streamAnswer },
  job: { query: { id: id(['任务', 'Job'], { required: true }) }, answer: job },
  jobs: { answer: list(job) },
  seen: { body: { ids: structured(['任务', 'Jobs'], { rows: true }) }, answer: nothing },
  jobFile: {
    query: { id: id(['任务', 'Job'], { required: true }) },
    answer: fileAnswer('application/octet-stream'),
  },
  search: {
    query: { q: text(['查找', 'Typed'], { max: 200 }) },
    answer: list(
      record({
        paper: anyText,
        title: anyText,
        id: anyText,
        label: anyText,
        hint: anyText,
        matched: record({ field: anyText, text: anyText }),
        path: anyText,
      }),
    ),
  },
  calls: {
    query: {
      q: text(['查找', 'Typed'], { max: 200 }),
      method: text(['方法', 'Method'], { max: 8 }),
      path: text(['地址', 'Address'], { max: 300 }),
    },
    answer: record({
      count: anyNumber,
      calls: list(record({ method: choice('GET', 'POST'), path: anyText, summary: anyText })),
    }),
  },
  // OpenAPI describes itself elsewhere: https://spec.openapis.org/oas/3.1.
  document: { answer: map(anything) },
  health: { answer: record({ status: anyText }) },
  metrics: { answer: fileAnswer('text/plain') },
  page: { answer: fileAnswer('text/html', 'text/javascript', 'text/css') },
} satisfies Record<string, Contract>;

/** Uploads and downloads; who opens a file has its signed link. */
export const fileContracts = {
  upload: {
    query: {
      code: text(['存储编号', 'Code of the storage'], { max: 64 }),
      avatar: flag(['头像', 'As an avatar']),
    },
    answer: record({
      link: anyText,
      domain: anyText,
      name: anyText,
      originalName: anyText,
      attachId: anyText,
    }),
  },
  open: {
    query: {
      tenant: text(['租户编号', 'Tenant'], { required: true }),
      until: text(['有效期', 'Until when'], { required: true }),
      sig: text(['签名', 'Signature'], { required: true }),
      size: text(['尺寸', 'thumb = the small picture'], { max: 10 }),
    },
    answer: fileAnswer('application/octet-stream'),
  },
  batch: {
    body: { ids: text(['附件', 'Attachments'], { required: true, max: 20_000 }) },
    answer: fileAnswer('application/zip'),
  },
} satisfies Record<string, Contract>;
