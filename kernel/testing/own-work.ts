import { type AnyPaper, type ReferencePath, columnOf } from '#kernel/language/paper.ts';
import { paperNamed } from '#kernel/server/app.ts';
import { type Body, saved } from './sample.ts';
import type { TestCaller, TestServer } from './test-server.ts';

/** Return the paths from a row to the people whose work it is about: those of its definition, and its `self` field. */
export const pathsToOwnWork = (paper: AnyPaper): readonly ReferencePath[] => [
  ...(paper.workers ?? paper.mine ?? []),
  ...(paper.self ? [{ steps: [], person: String(paper.self) }] : []),
];

interface Place {
  readonly paper: AnyPaper;
  readonly id: string;
}

const columnsOf = async (server: TestServer, { paper, id }: Place): Promise<Body> =>
  (await server.tables<Body>(`select * from ${paper.table} where id = $1`, [id]))[0];
const put = (server: TestServer, { paper, id }: Place, field: string, value: unknown): Promise<unknown> =>
  server.tables(`update ${paper.table} set ${columnOf(field)} = $2 where id = $1`, [id, value]);

/**
 * Return the existing row about a person; undefined if there is none. For papers with one row per person, such as
 * technicians.
 */
async function known(
  server: TestServer,
  paper: AnyPaper,
  field: string,
  person: TestCaller,
): Promise<string | undefined> {
  return (
    await server.tables<{ id: string }>(
      `select id::text as id from ${paper.table} where ${columnOf(field)} = $1 and is_deleted = 0 limit 1`,
      [person.id],
    )
  )[0]?.id;
}

/** Connect a row to a person's work along a path: create a row for each step, and set the person in the last one. */
export async function makeWorkOf(
  server: TestServer,
  from: Place,
  { steps, person: field }: ReferencePath,
  person: TestCaller,
): Promise<void> {
  let at = from;
  for (const [n, step] of steps.entries()) {
    const paper = paperNamed(server.app, step.paper);
    const id =
      (n === steps.length - 1 && step.at === 'id' && (await known(server, paper, field, person))) ||
      (await saved(server, paper)).id;
    const next = { paper, id };
    if (step.at === 'id') await put(server, at, step.on, id);
    else await put(server, next, step.at, (await columnsOf(server, at))[columnOf(step.on)]);
    for (const [name, holds] of Object.entries(step.when ?? {})) await put(server, next, name, holds);
    at = next;
  }
  await put(server, at, field, person.id);
}
