import { columnFor } from '#kernel/fields/columns.server.ts';
import { hides, masked } from '#kernel/fields/mask.ts';
import type { Field, Mask } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { type Person, visibleTo } from '#kernel/language/permission.ts';
import type { App } from '../app.ts';
import { baseFields } from '#kernel/fields/base-fields.ts';
import { type RowPresenter, emptyOf, keptValueOf, wireValueOf } from '../list/shape.ts';
import { findRows } from '../write/rows/stored.ts';
import type { Route } from '../http/route.ts';
import type { DatabaseSession } from '../write/session/database-session.ts';
import { changesFor } from './visible/logged-changes.ts';
import { fileLink, fileOwnerOf } from './presenter.ts';
import { paperOfRow } from './stored-row.ts';

/**
 * Personal number that its reader may see unmasked. Other texts in an answer are masked if a masked field has their
 * name.
 */
export class InClear {
  readonly value: string | null;
  constructor(value: string | null) {
    this.value = value;
  }
  toJSON(): string | null {
    return this.value;
  }
}

/**
 * Mark a personal number as unmasked, so that `veiled` does not mask it. The call declares it as a text, and on the
 * wire it is one.
 */
export const inClear = <V extends string | null>(value: V): V => new InClear(value) as unknown as V;

const known = new WeakMap<App, ReadonlyMap<string, Mask>>();

/** Return the masks by the names of masked fields. Pay is left out: only its own papers mask it. */
function masksOf(app: App): ReadonlyMap<string, Mask> {
  let masks = known.get(app);
  if (!masks) {
    const fields = [...app.papers.values()].flatMap((paper) => fieldsOf(paper) as [string, Field][]);
    known.set(
      app,
      (masks = new Map(
        fields.flatMap(([name, { personal }]): [string, Mask][] =>
          hides(personal) && personal !== 'amount' ? [[name, personal]] : [],
        ),
      )),
    );
  }
  return masks;
}

type Values = Readonly<Record<string, unknown>>;

const isPlain = (value: object): value is Values => {
  const kind = Object.getPrototypeOf(value) as unknown;
  return kind === Object.prototype || kind === null;
};

/** Does the answer contain the stored value, not a text or mask that the call has put in its place? */
function isStoredValue(value: unknown, field: Field): boolean {
  const { isStored } = columnFor(field);
  return (!isStored || isStored(value)) && !(hides(field.personal) && String(value).includes('*'));
}

/** Return the fields of a paper that a person may not read. */
function hiddenFrom(person: Person, whole: AnyPaper): ReadonlyMap<string, Field> {
  const { fields } = visibleTo(person, whole);
  return new Map((fieldsOf(whole) as [string, Field][]).filter(([name]) => !Object.hasOwn(fields, name)));
}

/** Return a row, read by a statement under the names of a paper's fields, with hidden fields empty. */
export function presentTo<T extends object>(person: Person, paper: AnyPaper, row: T): T {
  const hidden = hiddenFrom(person, paper);
  return hidden.size
    ? (Object.fromEntries(
        Object.entries(row).map(([name, value]) => {
          const field = hidden.get(name);
          return [name, field ? emptyOf(field) : value];
        }),
      ) as T)
    : row;
}

interface Looking {
  readonly person: Person;
  readonly masks: ReadonlyMap<string, Mask>;
  /** Fields of the paper that the call belongs to. Values that the call composes count as values of these fields. */
  readonly of: ReadonlyMap<string, Field>;
  readonly hidden: ReadonlyMap<string, Field>;
  readonly eyes: (paper: AnyPaper) => Pick<RowPresenter, 'language' | 'link' | 'caption' | 'changes'>;
}

/**
 * Return a stored row as its reader sees it: without hidden and secret fields, and with empty values in their wire
 * form.
 */
function rowShown(row: Values, whole: AnyPaper, looking: Looking): Values {
  const { fields } = visibleTo(looking.person, whole);
  const eyes = looking.eyes(whole);
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
      if (value instanceof InClear) return [[name, value.value]];
      if (!Object.hasOwn(whole.fields, name))
        return [[name, value === null && name in baseFields ? '' : lookAt(value, name, looking)]];
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (!field || field.secret) return [];
      if (!isStoredValue(value, field)) return [[name, lookAt(value, name, looking)]];
      return [[name, wireValueOf(keptValueOf(row, name, field, eyes), field, eyes)]];
    }),
  );
}

function lookAt(value: unknown, name: string, looking: Looking): unknown {
  if (typeof value === 'string') {
    const how = looking.masks.get(name);
    return how && value && !value.includes('*') ? masked(value, how) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof InClear) return value.value;
  if (Array.isArray(value)) return value.map((one) => lookAt(one, name, looking));
  if (!isPlain(value)) return value;
  const paper = paperOfRow(value);
  if (paper) return rowShown(value, paper, looking);
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const empty = looking.hidden.get(key) ?? (one === null ? looking.of.get(key) : undefined);
      return [key, empty ? emptyOf(empty) : lookAt(one, key, looking)];
    }),
  );
}

/** Return the names of files; a file of another owner is a link only. */
async function fileNames(tx: DatabaseSession, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { attachment } = tx.app.ownPapers;
  const rows = attachment && ids.length ? await findRows(tx, attachment, { id: ids }, ids.length) : [];
  return new Map(rows.map((row) => [String(row.id), String(row[attachment!.caption] ?? '')]));
}

/**
 * Return the answer of a call as its reader may see it. Stored rows anywhere in it are shown as in lists and details.
 * Other values lose the hidden fields of the call's own paper. Phones and ID cards are masked by the field names of
 * every paper.
 */
export async function veiled(tx: DatabaseSession, of: AnyPaper, answer: unknown): Promise<unknown> {
  const files = new Set<string>();
  const shown = lookThrough(tx, answer, {
    hidden: hiddenFrom(tx.person, of),
    of: fieldsIn(of),
    named: (id) => {
      files.add(id);
    },
  });
  if (!files.size) return shown;
  // Read the names of files only where the answer contains some.
  const names = await fileNames(tx, [...files]);
  return lookThrough(tx, answer, { hidden: hiddenFrom(tx.person, of), of: fieldsIn(of), named: (id) => names.get(id) });
}

const fieldsIn = (paper: AnyPaper): ReadonlyMap<string, Field> => new Map(fieldsOf(paper));

interface About extends Pick<Looking, 'hidden' | 'of'> {
  readonly named: (file: string) => string | undefined | void;
}

function lookThrough(
  { app, actor }: Pick<DatabaseSession, 'app' | 'actor'>,
  answer: unknown,
  { hidden, of, named }: About,
): unknown {
  const { person, language, tenancy } = actor;
  const eyes = (paper: AnyPaper): ReturnType<Looking['eyes']> => ({
    language,
    caption: (_of, id) => named(id) ?? undefined,
    link: (id, name) => fileLink(app, fileOwnerOf(app, [paper], tenancy.tenantId), id, name),
    changes: changesFor(app, person),
  });
  return lookAt(answer, '', { person, masks: masksOf(app), of, hidden, eyes });
}

/**
 * Hide fields in the answer of a room's own route as in calls of its paper. Such answers are no plain rows, so empty
 * values stay as they are.
 */
export function presentedRoute(route: Route): Route {
  if (!route.paper || route.raw || !('work' in route)) return route;
  const { paper, work } = route;
  return {
    ...route,
    work: async (call) =>
      lookThrough(call, await work(call), {
        hidden: hiddenFrom(call.actor.person, paper),
        of: new Map(),
        named: () => undefined,
      }),
  };
}
