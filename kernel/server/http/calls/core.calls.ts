import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import {
  type Contract,
  asSent,
  filtersOfNamed,
  choiceOf,
  roomCall,
  several,
  valuesOfNamed,
} from '#kernel/language/calls/call.ts';
import {
  anyNumber,
  anyText,
  anything,
  bothLanguages,
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

const paper = text(['单据类型', 'Document'], { required: true, max: 64 });
/** Screen whose settings are stored: a paper, or a page by its own name. */
const screen = text(['界面', 'Screen'], { max: 64, initial: '' });
/** Id that a browser page makes for itself while it shows one row. */
const page = text(['页面', 'Page'], { required: true, max: 64 });
const draftRow = text(['数据', 'Row'], { max: 32, initial: 'new' });
/** Id of a row as a text: a malformed id is answered as a missing row, not as a wrong value. */
const rowId = (zh: string, en: string) => text([zh, en], { max: 64, required: true });
const ofJob = rowId('任务', 'Job');

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
  answer: map(anything('jobResult')),
});

/** Settings of a screen by person. */
const settings = map(anything('screenState'));

/** A stored view: its audience, and further settings of the screen. */
type KeptSettings = Readonly<Record<string, unknown>> & {
  readonly name?: string;
  readonly shared?: string;
  readonly role?: string;
  readonly first?: boolean;
};

/** Row by its id, or by the key that other papers store of it. */
const named = rowId('数据', 'Row');

const NO_REASON = ['请输入查看原因', 'Say why you need it'] as const;

/** The calls that all papers share. */
export const coreCalls = {
  options: roomCall('blade-core/options', {
    method: 'GET',
    needs: 'person',
    title: ['供选择的数据', 'Rows to pick from'],
    query: {
      paper,
      q: text(['查找', 'Typed'], { max: 2000, initial: '' }),
      ids: text(['已选', 'Chosen ids'], { max: 20_000, initial: '' }),
      // Declared so that it does not count as a filter; it has no effect, since a picker searches by `q`.
      keyword: text(['关键字', 'Keyword'], { max: 200 }),
      filters: valuesOfNamed(),
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
  }),
  dictionaries: roomCall('blade-core/dictionaries', {
    method: 'GET',
    needs: 'person',
    title: ['字典项', 'Dictionary items'],
    query: {
      codes: several(['字典编码', 'Codes'], text(['字典编码', 'Code'], { max: 64 }), { initial: [], most: 100 }),
      code: text(['字典编码', 'Code'], { max: 64, initial: '' }),
    },
    answer: map(
      list(
        record({ key: anyText, label: bothLanguages, tone: optional(nullable(anyText)), sealed: optional(yesOrNo) }),
      ),
    ),
  }),
  counts: roomCall('blade-core/counts', {
    method: 'GET',
    needs: 'person',
    title: ['视图计数', 'Counts of views'],
    query: { paper },
    answer: map(anyNumber),
  }),
  groups: roomCall('blade-core/groups', {
    method: 'GET',
    needs: 'person',
    title: ['列表分组计数与合计', 'Counts and sums of a list by group'],
    query: {
      paper,
      groupBy: text(['分组字段', 'Grouped by'], { required: true, max: 64 }),
      /** For days and moments: by `day` or by `month`. */
      groupUnit: choiceOf(['分组单位', 'Unit'], ['day', 'month'], { initial: 'month' }),
      filters: filtersOfNamed(),
    },
    answer: record({
      /** Sums of the summed columns, by field, over all rows of the group. */
      groups: list(record({ key: anyText, label: anyText, count: anyNumber, sums: map(anyText) })),
      more: yesOrNo,
    }),
  }),
  reveal: roomCall('blade-core/reveal', {
    method: 'POST',
    needs: 'person',
    title: ['查看明文', 'Read in clear'],
    body: {
      paper,
      id: named,
      field: text(['字段', 'Field'], { required: true, max: 64 }),
      reason: text(['原因', 'Reason'], { required: true, max: 200, missing: NO_REASON }),
    },
    answer: record({ value: anything('columnValue'), seconds: anyNumber }),
  }),
  ticket: roomCall('blade-core/ticket', {
    method: 'POST',
    needs: 'person',
    title: ['下载凭证', 'Download ticket'],
    body: { path: text(['地址', 'Address'], { required: true, max: 2000 }) },
    answer: record({ ticket: anyText }),
  }),
  taken: roomCall('blade-core/taken', {
    method: 'GET',
    needs: 'person',
    title: ['是否已存在', 'Is it taken'],
    query: { paper, id: id(['数据', 'Row']), filters: valuesOfNamed() },
    answer: list(record({ field: anyText, msg: anyText })),
  }),
  views: roomCall('blade-core/views', {
    method: 'GET',
    needs: 'person',
    title: ['视图', 'Views'],
    query: { paper: screen },
    answer: record({
      settings: nullable(settings),
      views: list(settings),
      shared: optional(list(settings)),
      mayShare: optional(yesOrNo),
      roles: optional(list(record({ id: anyText, name: anyText }))),
    }),
  }),
  keepView: roomCall('blade-core/views', {
    method: 'POST',
    needs: 'person',
    title: ['保存视图', 'Keep a view'],
    body: {
      paper: screen,
      view: structured<KeptSettings>(['视图', 'View'], { free: 'screenState' }),
      settings: structured(['设置', 'Settings'], { free: 'screenState' }),
      was: text(['原名', 'Name before'], { max: 40, initial: '' }),
      remove: flag(['删除', 'Remove'], { initial: false }),
    },
    answer: nothing,
  }),
  draft: roomCall('blade-core/drafts', {
    method: 'GET',
    needs: 'person',
    title: ['未完成的填写', 'Unsaved changes of a form'],
    query: { paper, row: draftRow },
    answer: either(record({ content: anything('unsavedForm'), at: anyText }), nothing),
  }),
  keepDraft: roomCall('blade-core/drafts', {
    method: 'POST',
    needs: 'person',
    title: ['保存未完成的填写', 'Keep unsaved changes of a form'],
    body: {
      paper,
      row: draftRow,
      /** Null removes the draft. */
      content: asSent('unsavedForm', ['内容', 'Content']),
      remove: flag(['删除', 'Remove'], { initial: false }),
    },
    answer: nothing,
  }),
  tabCounts: roomCall('blade-core/tab-counts', {
    method: 'GET',
    needs: 'person',
    title: ['详情页签计数', 'Counts behind the tabs of a detail'],
    query: { paper, id: named },
    // Each count is 100 at most. `related` has a count for each `paper.field` that refers to the row; zeros are left
    // out.
    answer: record({ related: map(anyNumber), annexes: anyNumber, comments: anyNumber, history: anyNumber }),
  }),
  comments: roomCall('blade-core/comments', {
    method: 'GET',
    needs: 'person',
    title: ['评论', 'Comments'],
    query: { paper, id: named },
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
  }),
  comment: roomCall('blade-core/comments', {
    method: 'POST',
    needs: 'person',
    title: ['发表评论', 'Comment'],
    body: {
      paper,
      id: named,
      words: longText(['评论', 'Comment'], { initial: '' }),
      mentions: several(['提到的人', 'People mentioned'], id(['人员', 'Person']), { initial: [] }),
    },
    answer: record({ id: anyText }),
  }),
  takeBack: roomCall('blade-core/comments/remove', {
    method: 'POST',
    needs: 'person',
    title: ['撤回评论', 'Take a comment back'],
    body: { id: rowId('评论', 'Comment') },
    answer: nothing,
  }),
  present: roomCall('blade-core/presence', {
    method: 'GET',
    needs: 'person',
    title: ['谁在看这些数据', 'Who else looks at these rows'],
    query: { paper, ids: several(['数据', 'Rows'], text(['数据', 'Row'], { max: 64 }), { initial: [], most: 200 }) },
    answer: list(
      record({
        id: anyText,
        by: anyText,
        byName: anyText,
        portrait: optional(anyText),
        editing: yesOrNo,
        // Seconds until a presence that is not renewed expires.
        seconds: anyNumber,
      }),
    ),
  }),
  bePresent: roomCall('blade-core/presence', {
    method: 'POST',
    needs: 'person',
    title: ['正在看或改一条数据', 'Look at a row, or edit it'],
    body: { paper, id: named, page, editing: flag(['在改', 'Editing'], { initial: false }) },
    answer: nothing,
  }),
  leave: roomCall('blade-core/presence/leave', {
    method: 'POST',
    needs: 'person',
    title: ['不再看了', 'Leave a row'],
    body: { page },
    answer: nothing,
  }),
  job: roomCall('blade-core/job', {
    method: 'GET',
    needs: 'person',
    title: ['任务进度', 'How far a job is'],
    query: { id: ofJob },
    answer: job,
  }),
  jobs: roomCall('blade-core/jobs', {
    method: 'GET',
    needs: 'person',
    title: ['我的任务', 'My jobs'],
    answer: list(job),
  }),
  seen: roomCall('blade-core/jobs/seen', {
    method: 'POST',
    needs: 'person',
    title: ['任务已看', 'Own jobs were seen'],
    body: { ids: several(['任务', 'Jobs'], id(['任务', 'Job']), { initial: [], most: 100 }) },
    answer: nothing,
  }),
  jobFile: roomCall('blade-core/job/file', {
    method: 'GET',
    needs: 'person',
    title: ['任务生成的文件', 'The file a job made'],
    query: { id: ofJob },
    answer: fileAnswer('application/octet-stream'),
  }),
  search: roomCall('blade-core/search', {
    method: 'GET',
    needs: 'person',
    title: ['全局搜索', 'Search over everything'],
    query: {
      q: text(['查找', 'Typed'], { max: 2000, initial: '' }),
      open: flag(['只看未完', 'Only what is open'], { initial: false }),
    },
    answer: list(
      record({
        paper: anyText,
        title: anyText,
        id: anyText,
        label: anyText,
        hint: anyText,
        matched: record({ field: anyText, text: anyText }),
        path: anyText,
        /** Is the row in an open state? Null where the paper has no states. */ open: nullable(yesOrNo),
      }),
    ),
  }),
  watch: roomCall('blade-core/watch', {
    method: 'POST',
    needs: 'person',
    title: ['关注实时数据', 'Watch live values'],
    body: {
      of: text(['什么', 'Of what'], { max: 40, required: true }),
      page: text(['页面', 'Page'], { max: 40, required: true }),
      ids: several(['数据', 'Rows'], id(['数据', 'Row']), { most: 200 }),
    },
    answer: record({ ids: list(anyText) }),
  }),
  calls: roomCall('blade-core/calls', {
    method: 'GET',
    needs: 'person',
    title: ['查找接口', 'Find calls'],
    query: {
      q: text(['查找', 'Typed'], { max: 2000, initial: '' }),
      method: text(['方法', 'Method'], { max: 8, initial: '' }),
      path: text(['地址', 'Address'], { max: 300, initial: '' }),
    },
    answer: record({
      count: anyNumber,
      calls: list(record({ method: choice('GET', 'POST', 'PUT', 'DELETE'), path: anyText, summary: anyText })),
    }),
  }),
};

/** Calls of the server that belong to no paper and take no input. */
export const coreContracts = {
  events: {
    query: {
      ago: integer(['页面已打开的毫秒', 'The page has been there for so many milliseconds'], {
        max: 60_000,
        clamps: true,
      }),
    },
    answer: streamAnswer,
  },
  document: { answer: map(anything('apiDocument')) },
  health: { answer: record({ status: anyText, demo: optional(record({ done: anyNumber, of: anyNumber })) }) },
  metrics: { answer: fileAnswer('text/plain') },
  page: { answer: fileAnswer('text/html', 'text/javascript', 'text/css') },
} satisfies Record<string, Contract>;

/** Uploads and downloads. A file is opened by its signed link. */
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
    body: { ids: text(['附件', 'Attachments'], { max: 20_000 }), id: id(['附件', 'Attachment']) },
    answer: fileAnswer('application/zip'),
  },
} satisfies Record<string, Contract>;
