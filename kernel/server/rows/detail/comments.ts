import { isId } from '#kernel/fields/ref/ref.ts';
import { hasControls } from '#kernel/fields/kind.ts';
import { inSentence } from '#kernel/language/label.ts';
import { sendNotice } from '#kernel/language/rooms/notice.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Person, decide } from '#kernel/language/permission.ts';
import type { App } from '../../app.ts';
import { comments as refuse, row as refuseRow } from '../../refusals.ts';
import { readStored } from '../../write/rows/lock-rows.ts';
import type { Stored } from '../stored-row.ts';
import type { Transaction } from '../../write/transaction.ts';
import type { Actor } from '../../session/actor.ts';
import { unpaged } from '../../list/unpaged.ts';
import { portraitsOf } from '../presenter.ts';
import { assertMay, assertInSight, existingIds } from '../read.ts';

/** A comment on a row. */
export interface RowComment {
  readonly id: string;
  readonly words: string;
  readonly by: string;
  readonly byName: string;
  /** The picture of the author. */ readonly portrait?: string;
  readonly at: string;
  readonly mentions: readonly { readonly id: string; readonly name: string }[];
  /** The reader may still remove this comment of their own. */ readonly mayRemove: boolean;
}

const MAX_SHOWN = 500;
const MAX_LETTERS = 1000;
const MAX_MENTIONS = 20;
/** Time in which the author may remove a comment (minutes). */
const TAKE_BACK_MINUTES = 10;

/** Return the comments on a row that the reader sees, or saw before its removal. Out of scope: 404. */
export async function commentsOn(app: App, actor: Actor, paper: AnyPaper, named: string): Promise<RowComment[]> {
  const id = await assertInSight(app, actor, paper, named);
  const comments = await app.db.read(actor.tenancy, (sql) =>
    unpaged<RowComment>(sql, {
      most: MAX_SHOWN,
      order: 'c.id',
      text: `select c.id::text as id, c.words, c.person_id::text as by, c.person_name as "byName", left(c.at::text, 19) as at, c.mentions,
      (c.person_id = $4 and c.at > to_timestamp($5 / 1000.0) - interval '${TAKE_BACK_MINUTES} minutes') as "mayRemove"
    from anju_comment c where c.tenant_id = $1 and c.paper = $2 and c.row_id = $3 and c.removed is null`,
      values: [actor.tenancy.tenantId, paper.name, id, actor.person.id, app.clock.ms()],
    }),
  );
  const portrait = await portraitsOf(
    app,
    actor,
    comments.map((one) => one.by),
  );
  return comments.map((one) => ({ ...one, portrait: portrait(one.by) }));
}

function wordsIn(input: string): string {
  const words = input.trim();
  if (!words || hasControls(words)) throw refuse.empty();
  if ([...words].length > MAX_LETTERS) throw refuse.tooLong({ most: MAX_LETTERS });
  return words;
}

/** Return the people mentioned. Refuse a person who is not of this company, or cannot see the row. */
async function mentioned(tx: Transaction, paper: AnyPaper, id: string, ids: readonly string[]): Promise<Person[]> {
  if (ids.length > MAX_MENTIONS) throw refuse.tooManyNamed({ most: MAX_MENTIONS });
  const people: Person[] = [];
  for (const one of ids) {
    const person = await tx.app.ports.person(tx.actor.tenancy, one);
    if (!person) throw refuse.nobody();
    const { allow, where } = decide(person, paper, 'view');
    if (!allow || !(await readStored(tx, paper, id, { where }))) throw refuse.cannotSee({ name: person.name });
    people.push(person);
  }
  return people;
}

const captionOf = (paper: AnyPaper, row: Stored): string => String(row[paper.caption] ?? '').slice(0, 64);

/** Store a comment on a row that the author sees. Mentioned people are notified in the same transaction. */
export async function comment(
  tx: Transaction,
  paper: AnyPaper,
  named: string,
  input: { readonly words: string; readonly mentions: readonly string[] },
): Promise<{ id: string }> {
  const { where } = assertMay(tx.actor, paper, 'view');
  const words = wordsIn(input.words);
  const [id] = await existingIds(tx.app, tx.actor, paper, [named]);
  const row = isId(id) ? await readStored(tx, paper, id, { where }) : null;
  if (!row) throw refuseRow.missing({ title: paper.title });
  const people = await mentioned(tx, paper, id, input.mentions);
  const own = await tx.newId();
  await tx.sql.query(
    'insert into anju_comment (id, tenant_id, paper, row_id, person_id, person_name, at, words, mentions) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      own,
      tx.tenantId,
      paper.name,
      id,
      tx.person.id,
      tx.person.name,
      tx.now(),
      words,
      JSON.stringify(people.map((one) => ({ id: one.id, name: one.name }))),
    ],
  );
  if (people.length)
    await tx.call(sendNotice, {
      to: people.map((one) => one.id),
      kind: 'mention',
      title: [
        `${tx.person.name} 在${paper.title[0]}中提到了你`,
        `${tx.person.name} mentioned you in ${inSentence(paper.title[1])}`,
      ],
      content: words,
      about: { paper: paper.name, id, caption: captionOf(paper, row) },
      again: own,
    });
  tx.changed(paper, row, 'comment');
  return { id: own };
}

/**
 * Remove the caller's own comment within ten minutes. Refuse comments of others, and of other companies, as missing.
 */
export async function takeBack(tx: Transaction, id: string): Promise<void> {
  if (!isId(id)) throw refuse.missing();
  const [found] = await tx.sql.query<{ paper: string; row: string; open: boolean; by: string }>(
    `select paper, row_id::text as row, person_id::text as by, at > $3::timestamptz - interval '${TAKE_BACK_MINUTES} minutes' as open
    from anju_comment where tenant_id = $1 and id = $2 and removed is null for update`,
    [tx.tenantId, id, tx.now()],
  );
  if (found?.by !== tx.person.id) throw refuse.missing();
  if (!found.open) throw refuse.tooLate({ minutes: TAKE_BACK_MINUTES });
  await tx.sql.query('update anju_comment set removed = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    id,
    tx.now(),
  ]);
  const paper = tx.paper(found.paper);
  const row = await readStored(tx, paper, found.row);
  if (row) tx.changed(paper, row, 'comment');
}
