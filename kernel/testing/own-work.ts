import { type AnyPaper, type Way, columnOf } from '#kernel/language/paper.ts';
import { paperNamed } from '#kernel/server/app.ts';
import { type Body, saved } from './sample.ts';
import type { Caller, Story } from './test-server.ts';

/** By which ways a row tells of somebody's work: those of its definition, and the field that names whom it is about. */
export const waysToWork = (paper: AnyPaper): readonly Way[] => [
  ...(paper.workers ?? paper.mine ?? []),
  ...(paper.self ? [{ steps: [], person: String(paper.self) }] : []),
];

interface Place {
  readonly paper: AnyPaper;
  readonly id: string;
}

const columnsOf = async (story: Story, { paper, id }: Place): Promise<Body> =>
  (await story.tables<Body>(`select * from ${paper.table} where id = $1`, [id]))[0];
const put = (story: Story, { paper, id }: Place, field: string, value: unknown): Promise<unknown> =>
  story.tables(`update ${paper.table} set ${columnOf(field)} = $2 where id = $1`, [id, value]);

/** The row that names the person already, where a step ends there: nobody is a technician twice. */
async function known(story: Story, paper: AnyPaper, field: string, person: Caller): Promise<string | undefined> {
  return (
    await story.tables<{ id: string }>(
      `select id::text as id from ${paper.table} where ${columnOf(field)} = $1 and is_deleted = 0 limit 1`,
      [person.id],
    )
  )[0]?.id;
}

/** Makes a row tell of somebody's work by one way: each row on it is made, and the last one names him. */
export async function makeWorkOf(
  story: Story,
  from: Place,
  { steps, person: field }: Way,
  person: Caller,
): Promise<void> {
  let at = from;
  for (const [n, step] of steps.entries()) {
    const paper = paperNamed(story.house, step.paper);
    const id =
      (n === steps.length - 1 && step.at === 'id' && (await known(story, paper, field, person))) ||
      (await saved(story, paper)).id;
    const next = { paper, id };
    if (step.at === 'id') await put(story, at, step.on, id);
    else await put(story, next, step.at, (await columnsOf(story, at))[columnOf(step.on)]);
    for (const [name, holds] of Object.entries(step.when ?? {})) await put(story, next, name, holds);
    at = next;
  }
  await put(story, at, field, person.id);
}
