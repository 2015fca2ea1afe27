import { isEmpty } from '#kernel/fields/kind.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { row as refuse } from '../../refusals.ts';
import { ALL_ROWS, type Stored, type Values } from '../../rows/stored-row.ts';
import { type Act, type Running, type ActStep, frozen, isByPerson, isSingle } from '../act.ts';
import { findRows } from '../rows/stored.ts';
import type { InsertFound, UpdateFound } from '../found.ts';
import { type Header, MAX_LINES, MAX_PRESENT, assertMayEditLines } from '../headers/headers.ts';

const rowsOf = (input: unknown): Values[] =>
  Array.isArray(input) ? input.filter((one): one is Values => typeof one === 'object' && one !== null) : [];

/** Return the ids of the lines that the writer had on screen, where the input has them (`_read`). */
const readBy = (input: Readonly<Values>, name: string): ReadonlySet<string> | undefined => {
  const ids = (input._read as Record<string, unknown> | undefined)?.[name];
  return Array.isArray(ids) ? new Set(ids.map(String)) : undefined;
};

/** Refuse lines that others changed since they were read, and the removal of lines that the writer never read. */
function assertSeen(
  header: Stored,
  present: readonly Stored[],
  rows: readonly Values[],
  read: ReadonlySet<string> | undefined,
): void {
  const sent = new Map(rows.map((row) => [String(row.id ?? ''), row]));
  for (const one of present) {
    const row = sent.get(String(one.id));
    if (row ? !isEmpty(row.version) && Number(row.version) !== one.version : read && !read.has(String(one.id)))
      throw refuse.changed({ data: { row: String(header.id), version: header.version, changes: [] } });
  }
}

/** Stored and sent lines of a header under one name of its definition. */
interface Lines {
  readonly header: Header;
  readonly of: Stored;
  readonly child: AnyPaper;
  readonly present: readonly Stored[];
  readonly rows: readonly Values[];
  /** Refuse any change of these lines where the state of the header closes them. */
  readonly assertOpen: () => void;
}

/** Return an act on a line as part of the header's act: its own scope and headers are not checked. */
const lineAct = <K extends 'insert' | 'update' | 'remove'>(
  { authority }: Act,
  kind: K,
  child: AnyPaper,
  more: Pick<Act, 'ids' | 'input' | 'name' | 'log'>,
): Act<K> =>
  frozen({ kind, paper: child, ...more, authority: { ...authority, scope: ALL_ROWS, role: 'line', opens: undefined } });

/**
 * Write the lines of a header: remove absent ones, insert new ones, update known ones. Return whether anything changed.
 */
async function writeLines(on: Running, { header, of, child, present, rows, assertOpen }: Lines): Promise<boolean> {
  const named = new Set(rows.map((row) => String(row.id ?? '')));
  let isChanged = false;
  const changing = (): void => {
    isChanged = true;
    assertOpen();
  };
  // Remove first: a new line may have the unique value of a removed one.
  for (const row of present.filter((one) => !named.has(String(one.id)))) {
    changing();
    const log = { label: ['删除', 'Removed'] } as const;
    const removal = lineAct(on.act, 'remove', child, { ids: [String(row.id)], input: [], name: 'remove', log });
    for (const why of (await on.perform(removal)).refused.values()) throw why;
  }
  for (const row of rows) {
    const before = isEmpty(row.id) ? undefined : present.find((one) => one.id === String(row.id));
    const input = [{ ...row, [header.parent]: of.id, version: undefined }];
    if (!before) {
      changing();
      const log = { label: ['新增', 'Added'] } as const;
      await on.perform(lineAct(on.act, 'insert', child, { ids: [], input, name: 'add', log }));
    } else {
      const log = { label: ['修改', 'Changed'] } as const;
      const update = lineAct(on.act, 'update', child, { ids: [String(before.id)], input, name: 'edit', log });
      if ((await on.perform(update)).after.version !== before.version) changing();
    }
  }
  return isChanged;
}

/**
 * Write the lines that were sent with their header. Lines without a sent list stay. Return whether anything changed.
 */
async function saveLines(on: Running, header: Stored, isNew: boolean): Promise<boolean> {
  const { session, act } = on;
  const { paper } = act;
  const [input] = act.input;
  let isChanged = false;
  for (const [name, line] of Object.entries(paper.lines ?? {})) {
    if (!Array.isArray(input[name])) continue;
    const of: Header = { paper, name, parent: line.parent, saves: true };
    const child = session.paper(line.paper);
    const rows = rowsOf(input[name]);
    const most = line.most ?? MAX_LINES;
    if (isByPerson(act) && rows.length > most) throw refuse.tooManyLines({ title: child.title, n: rows.length, most });
    const present = isNew ? [] : await findRows(session, child, { [line.parent]: header.id }, MAX_PRESENT);
    if (isByPerson(act)) assertSeen(header, present, rows, readBy(input, name));
    const isFree = !isByPerson(act) || isNew;
    const assertOpen = (): void => (isFree ? undefined : assertMayEditLines(session, of, header, child));
    isChanged = (await writeLines(on, { header: of, of: header, child, present, rows, assertOpen })) || isChanged;
  }
  return isChanged;
}

/** Write the lines of a new header. */
export const linesOfNew: ActStep<InsertFound> = {
  name: 'lines',
  kind: 'write',
  when: isSingle,
  run: async (on, { after: [row] }) => {
    await saveLines(on, row, true);
  },
};

/** Write the lines of a changed header. A change of lines counts as a change of the header. */
export const linesOfChange: ActStep<UpdateFound> = {
  name: 'lines',
  kind: 'write',
  async run(on, { before, values }) {
    const isChanged = await saveLines(on, before, false);
    return { isChanged: isChanged || Object.keys(values).length > 0 };
  },
};
