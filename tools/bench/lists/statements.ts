import type { AnyPaper } from '#kernel/language/paper.ts';
import { decide } from '#kernel/language/permission.ts';
import type { App } from '#kernel/server/app.ts';
import { Parameters } from '#kernel/server/database/statement.ts';
import { pageSql } from '#kernel/server/list/list.ts';
import { listFields } from '#kernel/server/list/shape.ts';
import { whereSql } from '#kernel/server/list/where.ts';
import type { Actor } from '#kernel/server/session/actor.ts';
import { nowOf } from '#kernel/server/time/tenancy.ts';

export interface BenchStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Return the statements that the server sends for a page of a list: the rows, and the bounded count. */
export function statementsOfList(
  app: App,
  actor: Actor,
  paper: AnyPaper,
  query: Readonly<Record<string, string>>,
  size = 10,
): BenchStatement[] {
  const { where } = decide(actor.person, paper, 'view');
  const reading = { paper, tenantId: actor.tenancy.tenantId, where, query, now: nowOf(app.clock, actor.tenancy) };
  const page = pageSql(app, reading, listFields(paper), size, 0);
  const values = new Parameters();
  const condition = whereSql(app, reading, values);
  const name = `b${JSON.stringify(query).length}`;
  return [
    { name: `${name}p`, text: page.text, values: page.values },
    {
      name: `${name}c`,
      text: `select count(*)::int as n from (select 1 from ${paper.table} t where ${condition} limit 1001) c`,
      values: values.values,
    },
  ];
}
