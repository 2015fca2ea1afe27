import type { Page, Shown } from '#kernel/language/calls/shape.ts';
import type { AnyPaper, Row } from '#kernel/language/paper.ts';
import { type Fragment, raw } from '../../database/statement.ts';
import type { DatabaseSession } from '../../write/session/database-session.ts';
import { presentTo } from '../present-answer.ts';
import { listPage } from '../read.ts';
import { visibleCondition } from './condition.ts';
import { countVisible, rowsInScope, visibleRows, visibleWords } from './read-visible.ts';
import type { Most, OrderedMost, Visible, VisibleScope } from './visible-query.ts';

/** The rows of a paper that the acting person may see, in a session. Nothing is read before a method is called. */
export class VisibleRows<P extends AnyPaper> implements Visible<P> {
  readonly #session: DatabaseSession;
  readonly #paper: P;
  readonly #scope: VisibleScope;
  constructor(session: DatabaseSession, paper: P, scope: VisibleScope) {
    this.#session = session;
    this.#paper = paper;
    this.#scope = scope;
  }

  rows(most: OrderedMost): Promise<Shown<P>[]> {
    return visibleRows(this.#session, this.#paper, this.#scope, most) as unknown as Promise<Shown<P>[]>;
  }

  words(most: Most = { limit: 100 }): Promise<Shown<P>[]> {
    return visibleWords(this.#session, this.#paper, this.#scope, most) as unknown as Promise<Shown<P>[]>;
  }

  page(query: Readonly<Record<string, unknown>>): Promise<Page<Shown<P>>> {
    const { app, actor, sql } = this.#session;
    if (Object.keys(this.#scope).length) throw new Error('a page is read by its own query alone');
    return listPage(app, actor, this.#paper, query, sql) as unknown as Promise<Page<Shown<P>>>;
  }

  count(): Promise<number> {
    return countVisible(this.#session, this.#paper, this.#scope);
  }

  async all(ids: readonly string[]): Promise<Row<P>[]> {
    return (await rowsInScope(this.#session, this.#paper, this.#scope, ids)) as Row<P>[];
  }

  async sql(): Promise<Fragment> {
    return (await visibleCondition(this.#session, this.#paper, this.#scope)) ?? raw('false');
  }

  present<T extends object>(row: T): T {
    return presentTo(this.#session.person, this.#paper, row);
  }
}
