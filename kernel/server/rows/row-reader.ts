import { type AnyPaper, type Row } from '#kernel/language/paper.ts';
import type { Language } from '#kernel/language/label.ts';
import type { Person } from '#kernel/language/permission.ts';
import type { Contribution } from '#kernel/language/rooms/contribution.ts';
import type { Question } from '#kernel/language/rooms/service.ts';
import { addedTo } from '../assembly/contributed.ts';
import type { Match, Reading, StoredFileFacts } from '../context.ts';
import { fileKey } from '../files/storage.ts';
import type { StoredLink } from '../session/guest/guest-link.ts';
import { guestLinksOf } from '../session/guest/guest-links.ts';
import { row as refuse } from '../refusals.ts';
import { DatabaseSession } from '../write/session/database-session.ts';
import { findRows, firstRows } from '../write/rows/stored.ts';
import { MAX_PRESENT, areOfOneHeader } from '../write/headers/headers.ts';
import { lockAndRead, readStored } from '../write/rows/lock-rows.ts';
import type { Values } from './stored-row.ts';
import { fileLink, fileOwnerOf } from './presenter.ts';
import { assertMay } from './read.ts';
import { rowsInScope } from './visible/read-visible.ts';
import { VisibleRows } from './visible/visible.ts';
import type { Most, Visible, VisibleScope } from './visible/visible-query.ts';
import { whoMay } from './visible/who-may.ts';
import { conditionInWords } from './words.ts';

/** Reader of rows in a session: as they are stored, and as the acting person sees them. */
export abstract class RowReader extends DatabaseSession implements Reading {
  visible<P extends AnyPaper>(paper: P, scope: VisibleScope = {}): Visible<P> {
    return new VisibleRows(this, paper, scope);
  }

  abstract ask<I, O>(question: Question<I, O>, input: I): Promise<O>;

  contributions<T>(place: Contribution<T>): readonly T[] {
    return addedTo(this.app, place);
  }

  link(paper: AnyPaper, attachment: string): string {
    return fileLink(this.app, fileOwnerOf(this.app, [paper], this.tenantId), attachment);
  }

  async storedFile(attachment: string): Promise<StoredFileFacts | null> {
    const table = this.app.ownPapers.attachment?.table;
    if (!table) return null;
    const [file] = await this.sql.query<Omit<StoredFileFacts, 'size'>>(
      `select original_name as name, extension, hash as sha256, md5 from ${table} where tenant_id = $1 and id = $2 and is_deleted = 0`,
      [this.tenantId, attachment],
    );
    const size = file ? await this.app.files.size(fileKey(this.tenantId, attachment)) : null;
    return file && size !== null ? { ...file, size } : null;
  }

  guestLinks(kind: string, rowId: string): Promise<StoredLink[]> {
    return guestLinksOf(this, kind, rowId);
  }

  companyKey(purpose: string): Buffer {
    return this.app.keys.ofCompany(purpose, this.tenantId);
  }

  personOf(userId: string): Promise<Person | null> {
    return this.app.ports.person(this.actor.tenancy, userId);
  }

  whoMay(userIds: readonly string[], paper: AnyPaper, action: string, rowId?: string): Promise<ReadonlySet<string>> {
    return whoMay(this, userIds, { paper, action, rowId });
  }

  async get<P extends AnyPaper>(paper: P, id: string): Promise<Row<P>> {
    const found = await readStored(this, paper, id);
    if (!found) throw refuse.missing({ title: paper.title });
    return found as Row<P>;
  }

  async lockRows<P extends AnyPaper>(paper: P, ids: readonly string[]): Promise<Row<P>[]> {
    return (await lockAndRead(this, paper, ids)) as Row<P>[];
  }

  /** Return the maximum number of matches if it is known: as many as named ids, or the lines of one header; else 0. */
  #atMost(paper: AnyPaper, match: Readonly<Values>): number {
    if (Array.isArray(match.id)) return match.id.length;
    return areOfOneHeader(this.app.papers, paper, match) ? MAX_PRESENT : 0;
  }

  async find<P extends AnyPaper>(paper: P, match: Match<P>, most: Most = { limit: 100 }): Promise<Row<P>[]> {
    const rows =
      'first' in most
        ? await firstRows(this, paper, match, most.first)
        : await findRows(this, paper, match, Math.max(most.limit, this.#atMost(paper, match)));
    return rows as Row<P>[];
  }

  async assertRight(paper: AnyPaper, action: string, ids: readonly string[] = []): Promise<void> {
    assertMay(this.actor, paper, action);
    if (ids.length) await rowsInScope(this, paper, { button: action }, ids);
  }

  inWords(paper: AnyPaper, key: string, value: string, language: Language): Promise<string> {
    return conditionInWords(this, paper, key, value, language);
  }
}
