import { type AnyPaper, type Row } from '#kernel/language/paper.ts';
import type { Language } from '#kernel/language/label.ts';
import { type Person, visibleTo } from '#kernel/language/permission.ts';
import type { Contribution } from '#kernel/language/rooms/contribution.ts';
import type { Question } from '#kernel/language/rooms/service.ts';
import { addedTo } from '../assembly/contributed.ts';
import type { Carrying, Match, Most, Pointing, Reading } from '../context.ts';
import { Parameters } from '../list/filter.ts';
import { whereSql } from '../list/where.ts';
import { row as refuse } from '../refusals.ts';
import { DatabaseSession } from '../write/session/database-session.ts';
import { findRows, firstRows } from '../write/find.ts';
import { MOST_PRESENT, areOfOneHeader } from '../write/headers.ts';

import { pointingAt } from '../write/repoint.ts';
import { lockAndRead, readStored } from '../write/stored.ts';
import type { Stored } from './stored-row.ts';
import { presentTo } from './present-answer.ts';
import { fileLink, fileOwnerOf } from './presenter.ts';
import { assertMay, listPage } from './read.ts';
import { countVisible, visibleRows, visibleWhere } from './visible/read-visible.ts';
import type { VisibleQuery } from './visible/visible-query.ts';
import type { Page, AnsweredRow } from '#kernel/language/calls/shape.ts';
import { carryingKeys, savedKeys } from './rekey.ts';
import { assertVisible, readPartsOfVisible, readVisible, visibleCondition } from './visible/visible-rows.ts';
import { whoMay } from './visible/who-may.ts';
import { conditionInWords } from './words.ts';

/** Reads rows in a session: as they are stored, and as the acting person sees them. */
export abstract class RowReader extends DatabaseSession implements Reading {
  visible<P extends AnyPaper>(paper: P, query: VisibleQuery): Promise<AnsweredRow<P>[]> {
    return visibleRows(this, paper, query) as Promise<AnsweredRow<P>[]>;
  }

  countVisible(paper: AnyPaper, query: Pick<VisibleQuery, 'match' | 'also' | 'button'>): Promise<number> {
    return countVisible(this, paper, query);
  }

  visibleWhere(paper: AnyPaper, values: Parameters, button?: string): string {
    return visibleWhere(this, paper, values, { button });
  }

  abstract ask<I, O>(question: Question<I, O>, input: I): Promise<O>;

  contributions<T>(place: Contribution<T>): readonly T[] {
    return addedTo(this.app, place);
  }

  link(paper: AnyPaper, attachment: string): string {
    return fileLink(this.app, fileOwnerOf(this.app, [paper], this.tenantId), attachment);
  }

  personOf(userId: string): Promise<Person | null> {
    return this.app.ports.person(this.actor.tenancy, userId);
  }

  whoMay(userIds: readonly string[], paper: AnyPaper, action: string, rowId?: string): Promise<ReadonlySet<string>> {
    return whoMay(this, userIds, { paper, action, rowId });
  }

  present<T extends object>(paper: AnyPaper, row: T): T {
    return presentTo(this.person, paper, row);
  }

  async get<P extends AnyPaper>(paper: P, id: string): Promise<Row<P>> {
    const found = await readStored(this, paper, id);
    if (!found) throw refuse.missing({ title: paper.title });
    return found as Row<P>;
  }

  async lockRows<P extends AnyPaper>(paper: P, ids: readonly string[]): Promise<Row<P>[]> {
    return (await lockAndRead(this, paper, ids)) as Row<P>[];
  }

  /** So many rows there may be by what is asked for, whatever somebody expects: those that are named, or the lines of one header. */
  #atMost(paper: AnyPaper, match: Stored): number {
    if (Array.isArray(match.id)) return match.id.length;
    return areOfOneHeader(this.app.papers, paper, match) ? MOST_PRESENT : 0;
  }

  async find<P extends AnyPaper>(paper: P, match: Match<P>, most: Most = { limit: 100 }): Promise<Row<P>[]> {
    const rows =
      'first' in most
        ? await firstRows(this, paper, match, most.first)
        : await findRows(this, paper, match, Math.max(most.limit, this.#atMost(paper, match)));
    return rows as Row<P>[];
  }

  page<P extends AnyPaper>(paper: P, query: Readonly<Record<string, unknown>>): Promise<Page<AnsweredRow<P>>> {
    return listPage(this.app, this.actor, paper, query, this.sql) as unknown as Promise<Page<AnsweredRow<P>>>;
  }

  filterSql(paper: AnyPaper, query: Readonly<Record<string, unknown>>): { where: string; values: readonly unknown[] } {
    const values = new Parameters();
    const { where } = assertMay(this.actor, paper, 'view');
    return {
      where: whereSql(
        this.app,
        { paper: visibleTo(this.person, paper), tenantId: this.tenantId, where, query, now: this.now() },
        values,
      ),
      values: values.values,
    };
  }

  visibleSql(paper: AnyPaper, query: Readonly<Record<string, unknown>>): Promise<{ sql: string; values: unknown[] }> {
    return visibleCondition(this, paper, query);
  }

  async assertVisible<P extends AnyPaper>(paper: P, ids: readonly string[], action: string): Promise<Row<P>[]> {
    return (await assertVisible(this, paper, ids, action)) as Row<P>[];
  }

  async assertRight(paper: AnyPaper, action: string, ids: readonly string[] = []): Promise<void> {
    assertMay(this.actor, paper, action);
    if (ids.length) await assertVisible(this, paper, ids, action);
  }

  readVisible<P extends AnyPaper>(
    paper: P,
    query: Readonly<Record<string, unknown>>,
    limit = 100,
  ): Promise<AnsweredRow<P>[]> {
    return readVisible(this, paper, query, limit) as Promise<AnsweredRow<P>[]>;
  }

  readPartsOfVisible<P extends AnyPaper>(
    paper: P,
    query: Readonly<Record<string, unknown>>,
    limit = 100,
  ): Promise<AnsweredRow<P>[]> {
    return readPartsOfVisible(this, paper, query, limit) as Promise<AnsweredRow<P>[]>;
  }

  pointing(paper: AnyPaper, id: string): Promise<readonly Pointing[]> {
    return pointingAt(this, paper, id);
  }

  carrying(code: string): Promise<readonly Carrying[]> {
    return carryingKeys(this, code);
  }

  savedKeys(code: string): Promise<Readonly<Record<string, number>>> {
    return savedKeys(this, code);
  }

  inWords(paper: AnyPaper, key: string, value: string, language: Language): Promise<string> {
    return conditionInWords(this, paper, key, value, language);
  }
}
