import type { ColumnPlan, Table } from './table.ts';

/** SQL type of a column, with ` not null` where required; or a generated column with its expression. */
type ColumnSpec = string | { readonly type: string; readonly generated: string };

const columns = (spec: Record<string, ColumnSpec>): ColumnPlan[] =>
  Object.entries(spec).map(([name, of]) =>
    typeof of === 'string'
      ? { name, type: of.replace(' not null', ''), notNull: of.endsWith(' not null') }
      : { name, ...of },
  );

const table = (name: string, spec: Record<string, ColumnSpec>, more: Partial<Table> = {}): Table => ({
  name,
  columns: columns(spec),
  primaryKey: ['id'],
  indexes: [],
  tenants: true,
  ...more,
});

const tenant = { tenant_id: 'text not null' };

/** Tables of the kernel itself, which belong to no paper. */
export const ownTables: readonly Table[] = [
  table(
    'anju_meta',
    { id: 'text not null', value: 'text not null' },
    { tenants: false, comment: 'what was applied to this database' },
  ),
  table(
    'anju_index',
    {
      name: 'text not null',
      of_table: 'text not null',
      retired: 'timestamptz',
      scans: 'bigint',
      stays: 'timestamptz',
    },
    {
      tenants: false,
      primaryKey: ['name'],
      comment:
        'the indexes that the product made; what no definition asks for any more is watched since it was retired',
    },
  ),
  table('anju_patch', { id: 'text not null', applied: 'timestamptz not null' }, { tenants: false }),
  table(
    'anju_session',
    {
      id: 'bigint not null',
      ...tenant,
      user_id: 'bigint not null',
      access_hash: 'text not null',
      refresh_hash: 'text not null',
      last_refresh_hash: 'text',
      successor: 'text',
      rotated: 'timestamptz',
      created: 'timestamptz not null',
      access_until: 'timestamptz not null',
      until: 'timestamptz not null',
      ended: 'timestamptz',
      ip: 'text',
      agent: 'text',
      client: 'text',
      access_seconds: 'integer',
      used: 'timestamptz',
      acting_role: 'bigint',
      acting_dept: 'bigint',
      guest_of: 'bigint',
      view_as: 'bigint',
      first: 'text',
    },
    {
      tenants: false,
      indexes: [
        { name: 'anju_session_access', on: 'access_hash', user: 'authentication of a call', unique: true },
        { name: 'anju_session_refresh', on: 'refresh_hash', user: 'renewal of a session' },
        { name: 'anju_session_last', on: 'last_refresh_hash', user: 'renewal repeated' },
        {
          name: 'anju_session_user',
          on: 'tenant_id, user_id',
          user: 'open sessions of an account',
          where: 'ended is null',
        },
      ],
    },
  ),
  table(
    'anju_rights',
    { tenant_id: 'text not null', version: 'bigint not null', parts: 'jsonb' },
    {
      tenants: false,
      primaryKey: ['tenant_id'],
      comment:
        'counts the changes of what rights are made of, all of them and by their parts; an empty tenant is the platform',
    },
  ),
  table(
    'anju_captcha',
    { id: 'text not null', answer: 'text not null', until: 'timestamptz not null' },
    { tenants: false },
  ),
  table(
    'anju_attempt',
    {
      id: 'text not null',
      failures: 'integer not null',
      last: 'timestamptz not null',
      locked_until: 'timestamptz',
      addresses: 'text[]',
    },
    { tenants: false },
  ),
  table(
    'anju_counter',
    { ...tenant, rule: 'text not null', period: 'text not null', value: 'bigint not null' },
    { primaryKey: ['tenant_id', 'rule', 'period'] },
  ),
  table(
    'anju_audit',
    {
      id: 'bigint not null',
      ...tenant,
      seq: 'bigint not null',
      paper: 'text not null',
      row_id: 'bigint',
      action: 'text not null',
      at: 'timestamptz not null',
      person_id: 'bigint',
      person_name: 'text',
      person_account: 'text',
      remark: 'text',
      changes: 'jsonb',
      channel: 'text',
      ip: 'text',
      trace_id: 'text',
    },
    {
      appendOnly: true,
      indexes: [
        { name: 'anju_audit_row', on: 'tenant_id, paper, row_id, id desc', user: 'history of a row' },
        { name: 'anju_audit_seq', on: 'tenant_id, seq', user: 'chain of entries without a gap', unique: true },
      ],
    },
  ),
  table(
    'anju_seal',
    {
      ...tenant,
      log: 'text not null',
      no: 'integer not null',
      kind: 'text not null',
      form: 'text not null',
      ids: 'bigint[] not null',
      sums: 'bytea not null',
      upto: 'integer',
      newest: 'bigint not null',
      hash: 'bytea not null',
      sign: 'text not null',
      at: 'timestamptz not null',
    },
    {
      primaryKey: ['tenant_id', 'log', 'no'],
      appendOnly: true,
      comment: 'chains the entries of the audit and the action log',
    },
  ),
  table(
    'anju_outbox',
    {
      id: 'bigint not null',
      ...tenant,
      event: 'text not null',
      data: 'jsonb not null',
      at: 'timestamptz not null',
      done: 'timestamptz',
      tries: 'integer not null',
      error: 'text',
      due: 'timestamptz',
      dead: 'timestamptz',
      row_key: {
        type: 'text',
        generated: "split_part(event, '.', 1) || ' ' || coalesce(data->>'id', id::text)",
      },
    },
    {
      indexes: [
        // Each of these indexes has an extra condition, such as `tries >= 0`, that is always true. Only the query that
        // needs an index repeats its condition, so PostgreSQL cannot choose the other index for it. PostgreSQL takes
        // both indexes for empty, although one is full of delivered events.
        {
          name: 'anju_outbox_due',
          on: 'tenant_id, id',
          user: 'next events to deliver',
          where: 'done is null and dead is null and tries >= 0',
        },
        {
          name: 'anju_outbox_waiting',
          on: 'tenant_id, row_key, id',
          user: 'order of the events of a row',
          where: 'done is null and dead is null',
        },
      ],
    },
  ),
  table(
    'anju_idempotency',
    {
      ...tenant,
      person_id: 'bigint not null',
      key: 'text not null',
      call: 'text not null',
      body_hash: 'text not null',
      status: 'integer not null',
      answer: 'jsonb',
      at: 'timestamptz not null',
    },
    {
      primaryKey: ['tenant_id', 'person_id', 'key'],
      indexes: [{ name: 'anju_idempotency_at', on: 'at', user: 'removal of old keys' }],
    },
  ),
  table(
    'anju_view',
    {
      id: 'bigint not null',
      ...tenant,
      person_id: 'bigint not null',
      paper: 'text not null',
      name: 'text not null',
      settings: 'jsonb not null',
      updated: 'timestamptz not null',
      for_role: 'bigint',
    },
    {
      indexes: [
        { name: 'anju_view_one', on: 'tenant_id, person_id, paper, name', user: 'one view a name', unique: true },
      ],
    },
  ),
  table(
    'anju_draft',
    {
      ...tenant,
      person_id: 'bigint not null',
      paper: 'text not null',
      row_id: 'text not null',
      content: 'jsonb not null',
      updated: 'timestamptz not null',
    },
    { primaryKey: ['tenant_id', 'person_id', 'paper', 'row_id'] },
  ),
  table(
    'anju_import',
    {
      id: 'bigint not null',
      ...tenant,
      person_id: 'bigint not null',
      paper: 'text not null',
      state: 'text not null',
      name: 'text',
      columns: 'jsonb',
      counts: 'jsonb',
      total: 'integer',
      done: 'integer',
      created: 'timestamptz not null',
      committed: 'timestamptz',
      error: 'text',
      job: 'bigint',
      revision: 'integer',
      sheets: 'jsonb',
      layout: 'jsonb',
    },
    { indexes: [{ name: 'anju_import_paper', on: 'tenant_id, paper, id desc', user: 'imports of a paper' }] },
  ),
  table(
    'anju_import_row',
    {
      ...tenant,
      batch: 'bigint not null',
      row: 'integer not null',
      verdict: 'text not null',
      content: 'jsonb not null',
      names: 'jsonb',
      problems: 'jsonb',
      row_id: 'bigint',
      old: 'jsonb',
      version: 'integer',
      cells: 'jsonb',
      state: 'text',
      repaired: 'jsonb',
      marks: 'text[]',
      left_out: 'boolean',
    },
    {
      primaryKey: ['batch', 'row'],
      indexes: [{ name: 'anju_import_row_verdict', on: 'batch, verdict, row', user: 'rows of an import by verdict' }],
    },
  ),
  table(
    'anju_import_map',
    {
      ...tenant,
      person_id: 'bigint not null',
      paper: 'text not null',
      headers: 'text not null',
      fields: 'jsonb not null',
      used: 'timestamptz not null',
    },
    {
      primaryKey: ['tenant_id', 'person_id', 'paper', 'headers'],
      comment: 'which column of a sheet is which field, as its person chose it',
    },
  ),
  table(
    'anju_job',
    {
      id: 'bigint not null',
      ...tenant,
      person_id: 'bigint not null',
      kind: 'text not null',
      title: 'text not null',
      asked: 'jsonb not null',
      state: 'text not null',
      done: 'integer',
      total: 'integer',
      answer: 'jsonb',
      error: 'text',
      created: 'timestamptz not null',
      finished: 'timestamptz',
      seen: 'timestamptz',
    },
    {
      indexes: [
        { name: 'anju_job_person', on: 'tenant_id, person_id, id desc', user: 'jobs of a person' },
        { name: 'anju_job_waiting', on: 'id', user: 'next jobs', where: "state = 'waiting'" },
      ],
    },
  ),
  table(
    'anju_comment',
    {
      id: 'bigint not null',
      ...tenant,
      paper: 'text not null',
      row_id: 'bigint not null',
      person_id: 'bigint not null',
      person_name: 'text not null',
      at: 'timestamptz not null',
      words: 'text not null',
      mentions: 'jsonb not null',
      removed: 'timestamptz',
    },
    {
      indexes: [
        {
          name: 'anju_comment_row',
          on: 'tenant_id, paper, row_id, id',
          user: 'comments of a row',
          where: 'removed is null',
        },
      ],
    },
  ),
  table(
    'anju_part',
    {
      name: 'text not null',
      host: 'text not null',
      pid: 'integer not null',
      facts: 'jsonb not null',
      at: 'timestamptz not null',
    },
    { tenants: false, primaryKey: ['name', 'host', 'pid'], comment: 'what the parts of the product say of themselves' },
  ),
  table(
    'anju_owner',
    {
      part: 'text not null',
      epoch: 'bigint not null',
      host: 'text not null',
      pid: 'integer not null',
      folder: 'text not null',
      taken: 'timestamptz not null',
    },
    { tenants: false, primaryKey: ['part'], comment: 'the process that runs each part; a new owner raises the epoch' },
  ),
  table(
    'anju_presence',
    {
      ...tenant,
      person_id: 'bigint not null',
      page: 'text not null',
      paper: 'text not null',
      row_id: 'bigint not null',
      person_name: 'text not null',
      editing: 'boolean not null',
      until: 'timestamptz not null',
    },
    {
      primaryKey: ['tenant_id', 'person_id', 'page'],
      indexes: [{ name: 'anju_presence_row', on: 'tenant_id, paper, row_id', user: 'people who have a row open' }],
      comment: 'who has which row before him just now; what is not renewed runs out',
    },
  ),
  table(
    'anju_ticket',
    {
      id: 'text not null',
      ...tenant,
      person_id: 'bigint not null',
      session_id: 'bigint',
      path: 'text not null',
      language: 'text',
      until: 'timestamptz not null',
    },
    { tenants: false },
  ),
  table(
    'anju_link',
    {
      id: 'bigint not null',
      ...tenant,
      hash: 'text not null',
      kind: 'text not null',
      row_id: 'bigint not null',
      created: 'timestamptz not null',
      until: 'timestamptz not null',
      opened: 'timestamptz',
      seen: 'timestamptz',
      uses: 'integer not null',
      revoked: 'timestamptz',
    },
    {
      indexes: [
        { name: 'anju_link_hash', on: 'hash', user: 'a link by its token', unique: true },
        { name: 'anju_link_row', on: 'tenant_id, kind, row_id, id desc', user: 'links of a row' },
      ],
      comment: 'links that open one row for its customer; only the hash of a token is stored',
    },
  ),
  table(
    'anju_link_act',
    {
      ...tenant,
      link_id: 'bigint not null',
      verb: 'text not null',
      body_hash: 'text not null',
      at: 'timestamptz not null',
    },
    { primaryKey: ['link_id', 'verb', 'body_hash'], comment: 'what a customer did by a link; a repeat is found here' },
  ),
];
