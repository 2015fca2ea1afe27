import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Field } from '#kernel/language/field.ts';
import { mustGet } from '#kernel/language/must.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import type { App } from '../app.ts';
import type { DictionaryChoice } from '../ports/ports.ts';
import type { RowPresenter } from '../list/shape.ts';
import type { Actor } from '../session/actor.ts';
import { changesFor } from './visible/logged-changes.ts';

const LINK_SECONDS = 3600;

const sign = (app: Pick<App, 'secret'>, text: string): string =>
  createHmac('sha256', app.secret).update(text).digest('base64url').slice(0, 32);

/** Return the ending of a file as a parameter: a reader sees the type of a file before it is opened. */
const endingOf = (name: string | undefined): string => {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name ?? '')?.[1];
  return ending ? `&as=${ending.toLowerCase()}` : '';
};

/** Return a link that opens one file for one to two hours. It is sent only with a row that its reader may see. */
export function fileLink(
  app: Pick<App, 'secret' | 'clock'>,
  tenantId: string,
  attachment: string,
  name?: string,
): string {
  // Links expire at full hours: two reads of a page get the same link to a picture, so the browser caches it.
  const until = (Math.floor(app.clock.ms() / 1000 / LINK_SECONDS) + 2) * LINK_SECONDS;
  return `/api/blade-resource/file/${attachment}?tenant=${tenantId}&until=${until}&sig=${sign(app, `${tenantId} ${attachment} ${until}`)}${endingOf(name)}`;
}

/** Return the owner of the files of a paper: the company, or the platform for its own papers. */
export const fileOwnerOf = (app: Pick<App, 'ports'>, papers: readonly AnyPaper[], tenantId: string): string =>
  papers.length > 0 && papers.every((paper) => paper.owner === 'platform') ? app.ports.platformTenant : tenantId;

/** Is a link signed by us, and not expired? */
export function isLinkValid(
  app: Pick<App, 'secret' | 'clock'>,
  { tenant, id, until, sig }: { tenant: string; id: string; until: string; sig: string },
): boolean {
  const right = Buffer.from(sign(app, `${tenant} ${id} ${until}`));
  const sent = Buffer.from(sig);
  return sent.length === right.length && timingSafeEqual(sent, right) && Number(until) * 1000 > app.clock.ms();
}

const codes = new WeakMap<AnyPaper, readonly string[]>();

/** Return the codes of the dictionaries that a paper uses. */
function codesOf(paper: AnyPaper): readonly string[] {
  let found = codes.get(paper);
  if (!found) codes.set(paper, (found = fieldsOf(paper).flatMap(([, field]) => field.dictionary?.code ?? [])));
  return found;
}

type Labels = readonly [zh: ReadonlyMap<string, string>, en: ReadonlyMap<string, string>];
const labels = new WeakMap<readonly DictionaryChoice[], Labels>();

/** Return the labels of the items of a dictionary by key, in both languages; cached. */
function labelsOf(choices: readonly DictionaryChoice[]): Labels {
  const by = (at: 0 | 1): Map<string, string> => new Map(choices.map((choice) => [choice.key, choice.label[at]]));
  let found = labels.get(choices);
  if (!found) labels.set(choices, (found = [by(0), by(1)]));
  return found;
}

/** Does the reader see the pictures of a paper? A hidden field of a picture is hidden beside captions as well. */
function seesPortraits({ papers }: App, { person }: Actor, name: string): boolean {
  const paper = papers.get(name);
  const { portrait } = paper ?? {};
  if (!paper || !portrait) return false;
  const [of, field] =
    typeof portrait === 'string' ? [paper, portrait] : [mustGet(papers, portrait.paper), portrait.field];
  return Object.hasOwn(visibleTo(person, of).fields, field);
}

/**
 * Return a function that returns the link to a picture beside a caption: one link for each attachment, however many
 * rows show it. It returns undefined if the reader may not see pictures of the paper.
 */
export function portraitLinks(app: App, actor: Actor): (paper: string, file: string) => string | undefined {
  const sees = new Map<string, boolean>();
  const links = new Map<string, string>();
  return (paper, file) => {
    let may = sees.get(paper);
    if (may === undefined) sees.set(paper, (may = seesPortraits(app, actor, paper)));
    if (!may) return undefined;
    let link = links.get(file);
    if (!link) links.set(file, (link = `${fileLink(app, actor.tenancy.tenantId, file)}&size=thumb`));
    return link;
  };
}

function portraitsFor(app: App, actor: Actor): RowPresenter['portrait'] {
  const linked = portraitLinks(app, actor);
  return (paper, id) => {
    const file = app.captions.portrait(actor.tenancy.tenantId, paper, id);
    return file ? linked(paper, file) : undefined;
  };
}

/**
 * Read the pictures of people. Return a function that returns the link to the picture of a person by id; undefined
 * without one.
 */
export async function portraitsOf(
  app: App,
  actor: Actor,
  people: readonly unknown[],
): Promise<(id: unknown) => string | undefined> {
  await app.captions.of(
    actor.tenancy,
    people.map((id) => ({ id })),
    [['id', { paper: 'user' }]],
  );
  const portrait = portraitsFor(app, actor);
  return (id) => portrait('user', String(id));
}

/** Return the presenter for a reader: labels in their language, links signed, numbers masked. */
export async function presenterFor(
  app: App,
  actor: Actor,
  papers: readonly AnyPaper[],
): Promise<Omit<RowPresenter, 'caption'>> {
  const {
    language,
    tenancy: { tenantId },
  } = actor;
  const at = language === 'en' ? 1 : 0;
  const wanted = [...new Set(papers.flatMap(codesOf))];
  const choices = await Promise.all(wanted.map((code) => app.ports.choices(tenantId, code)));
  const words = new Map(wanted.map((code, n) => [code, labelsOf(choices[n])[at]]));
  return {
    language,
    portrait: portraitsFor(app, actor),
    joint: language === 'en' ? ', ' : '、',
    choice: (field: Field, key: string) => words.get(field.dictionary?.code ?? '')?.get(key),
    link: (attachment, name) => fileLink(app, fileOwnerOf(app, papers, tenantId), attachment, name),
    changes: changesFor(app, actor.person),
  };
}
