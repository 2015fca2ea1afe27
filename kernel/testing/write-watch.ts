import { isId } from '#kernel/fields/ref/ref.ts';
import { type AnyPaper, buttonOf } from '#kernel/language/paper.ts';
import type { Effect, WriteOperation } from '#kernel/language/rooms/effect.ts';
import type { Route, RouteCall } from '#kernel/server/http/route.ts';
import type { WriteWatch } from '#kernel/server/ports/write-watch.ts';
import type { VisibleScope } from '#kernel/server/rows/visible/visible-query.ts';
import type { Actor } from '#kernel/server/session/actor.ts';
import { headersOf } from '#kernel/server/write/headers/headers.ts';
import type { Transaction } from '#kernel/server/write/transaction.ts';

/** An act in progress: a call, or within it an operation of the context on a row. */
interface Frame {
  readonly paper: AnyPaper | undefined;
  /** The name by which declared effects refer to the act. */
  readonly name: string;
}

/** The ids that one request of a person names, and the rights, rows and buttons that were checked for it. */
interface RequestRecord {
  readonly root: Frame;
  /** All ids in the body, the query and the path of the request. */
  readonly named: ReadonlySet<string>;
  /** Names of papers for which a right was checked, without a row. */
  readonly rights: Set<string>;
  /** Rows whose rights were checked: `paper id`. */
  readonly rows: Set<string>;
  /** Buttons that were checked and that the person has. */
  readonly buttons: Set<string>;
}

/** A write of another paper within an act, for which no right was checked. */
export interface InnerWrite {
  readonly by: string;
  readonly on: string;
  readonly does: WriteOperation;
  /** Whether the request contains the id of the row, or its body is submitted as sent. */
  readonly isNamed: boolean;
  readonly request: string;
}

/** Return whether a declaration's names include one; `*` matches every name. */
const matches = (names: readonly string[], name: string): boolean => names.includes('*') || names.includes(name);

/** Return whether a declared effect allows this write. */
export const covers = (effect: Effect, write: Omit<InnerWrite, 'request'>): boolean =>
  matches(effect.by, write.by) &&
  effect.on.includes(write.on) &&
  effect.does.includes(write.does) &&
  (!write.isNamed || effect.named !== undefined);

/** Return the ids that a request names, at any depth. */
function namedIn(value: unknown, ids = new Set<string>()): Set<string> {
  if (typeof value === 'string') for (const one of value.split(',')) if (isId(one.trim())) ids.add(one.trim());
  if (typeof value === 'number') ids.add(String(value));
  if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) namedIn(one, ids);
  return ids;
}

/**
 * Return the name by which declared effects refer to a call. A standard call is named by its paper, any other by
 * `paper/path`.
 */
export function actName({ paper, contract, path }: Route): string {
  const own = 'path' in contract ? String(contract.path) : undefined;
  if (!paper) return own ?? path;
  return own === undefined ? paper.name : `${paper.name}/${own.replace(`${paper.path}/`, '')}`;
}

/**
 * Throw for inner writes that are neither checked nor declared. The message lists each once, with the two ways to
 * correct it.
 */
export function assertDeclared(found: readonly InnerWrite[]): void {
  const lines = new Set(found.map(inWords));
  if (lines.size) throw new Error(`Writes of other papers, neither asked nor declared:\n${[...lines].join('\n')}`);
}

function inWords({ request, by, does, on, isNamed }: InnerWrite): string {
  const of = isNamed ? 'a row that the request names, or a body as it was sent' : 'rows that the request does not name';
  return `${request}: ${by} → ${does} ${on}, ${of}
  Ask the right before it: context.assertRight(${on}, action, ids).
  Or declare it in a file .effects.ts of a room: { by: ['${by}'], on: ['${on}'], does: ['${does}'], because: '…'${isNamed ? ", named: '…'" : ''} }`;
}

/** Return whether a button belongs to this paper and allows more than viewing it. */
function isButtonOf(paper: AnyPaper, button: string): boolean {
  const prefix = buttonOf(paper, '');
  const action = button.startsWith(prefix) ? button.slice(prefix.length) : '_';
  return action !== 'view' && !action.includes('_');
}

type Method = (...input: readonly never[]) => Promise<unknown>;

/** For each method of a transaction: the operation that it does, and the rows that its input names. */
const METHODS: Readonly<
  Record<string, { readonly does: WriteOperation; readonly ids: (input: unknown) => readonly string[] }>
> = {
  create: { does: 'create', ids: () => [] },
  append: { does: 'create', ids: () => [] },
  createAll: { does: 'create', ids: () => [] },
  submit: { does: 'submit', ids: () => [] },
  change: { does: 'change', ids: (id) => [String(id)] },
  changeAll: { does: 'change', ids: (changes) => [...(changes as ReadonlyMap<string, unknown>).keys()] },
  resubmit: { does: 'resubmit', ids: (id) => [String(id)] },
  amend: { does: 'resubmit', ids: (id) => [String(id)] },
  touch: { does: 'touch', ids: (rows) => (rows as readonly { readonly id: string }[]).map(({ id }) => id) },
  act: { does: 'act', ids: (id) => [String(id)] },
  move: { does: 'move', ids: (id) => [String(id)] },
  moveAll: { does: 'move', ids: (ids) => ids as readonly string[] },
  remove: { does: 'remove', ids: (id) => [String(id)] },
  removeAll: { does: 'remove', ids: (ids) => ids as readonly string[] },
  repoint: { does: 'change', ids: () => [] },
};

/** Records inner writes of requests for which no right was checked and no effect is declared. */
export class InnerWrites implements WriteWatch {
  readonly found: InnerWrite[] = [];
  readonly #effects: readonly Effect[];
  readonly #requests = new WeakMap<Actor, RequestRecord>();
  constructor(effects: readonly Effect[]) {
    this.#effects = effects;
  }

  routes(routes: readonly Route[]): Route[] {
    return routes.map((route) => ('work' in route ? { ...route, work: this.#recorded(route) } : route));
  }

  #recorded(route: Route & { work(call: RouteCall): Promise<unknown> }): (call: RouteCall) => Promise<unknown> {
    const root: Frame = { paper: route.paper, name: actName(route) };
    return (call) => {
      this.#requests.set(call.actor, {
        root,
        named: namedIn([call.body, call.query, call.params]),
        rights: new Set(),
        rows: new Set(),
        buttons: new Set(),
      });
      return route.work(call);
    };
  }

  watch(transaction: Transaction): void {
    const request = this.#requests.get(transaction.actor);
    if (!request) return;
    this.#watchRights(transaction, request);
    const acts = [request.root];
    for (const [method, { does, ids }] of Object.entries(METHODS)) {
      const work = (transaction[method as keyof Transaction] as Method).bind(transaction);
      const write = async (paper: AnyPaper, input: unknown, ...more: unknown[]): Promise<unknown> => {
        this.#judge(transaction, request, acts, { paper, does, ids: ids(input) });
        const act: Frame = { paper, name: paper.name };
        acts.push(act);
        try {
          return await work(...([paper, input, ...more] as never[]));
        } finally {
          acts.splice(acts.lastIndexOf(act), 1);
        }
      };
      Object.assign(transaction, { [method]: write });
    }
  }

  /** Record the rights that a transaction checks. A check that a person sees a row does not count. */
  #watchRights(transaction: Transaction, { rights, rows, buttons }: RequestRecord): void {
    const assertRight = transaction.assertRight.bind(transaction);
    const visible = transaction.visible.bind(transaction);
    const need = transaction.need.bind(transaction);
    const may = transaction.may.bind(transaction);
    const note = (paper: AnyPaper, ids: readonly string[]): void => {
      rights.add(paper.name);
      for (const id of ids) rows.add(`${paper.name} ${id}`);
    };
    Object.assign(transaction, {
      async assertRight(paper: AnyPaper, action: string, ids: readonly string[] = []) {
        await assertRight(paper, action, ids);
        if (action !== 'view') note(paper, ids);
      },
      visible(paper: AnyPaper, scope?: VisibleScope) {
        const handle = visible(paper, scope);
        const all = handle.all.bind(handle);
        return Object.assign(handle, {
          async all(ids: readonly string[]) {
            const found = await all(ids);
            if ((scope?.button ?? 'view') !== 'view') note(paper, ids);
            return found;
          },
        });
      },
      need(button: string, otherwise: never) {
        need(button, otherwise);
        buttons.add(button);
      },
      may(button: string) {
        const isHeld = may(button);
        if (isHeld) buttons.add(button);
        return isHeld;
      },
    });
  }

  #judge(
    { app, authority }: Transaction,
    request: RequestRecord,
    acts: readonly Frame[],
    { paper, does, ids }: { paper: AnyPaper; does: WriteOperation; ids: readonly string[] },
  ): void {
    // Acts on behalf of a process are left out, because the process itself decides who may act.
    if (authority.role === 'mandate') return;
    const act = acts.at(-1)!;
    const own = new Set([request.root.paper?.name, act.paper?.name]);
    if (own.has(paper.name)) return;
    if (headersOf(app.papers, paper).some((header) => header.saves && own.has(header.paper.name))) return;
    const isSent = does === 'submit' || does === 'resubmit';
    const named = ids.filter((id) => request.named.has(id));
    if (this.#isAsked(request, paper, named)) return;
    const write = { by: act.name, on: paper.name, does, isNamed: isSent || named.length > 0 };
    if (!this.#effects.some((effect) => covers(effect, write)))
      this.found.push({ ...write, request: request.root.name });
  }

  #isAsked({ rights, rows, buttons }: RequestRecord, paper: AnyPaper, named: readonly string[]): boolean {
    const isHeld = rights.has(paper.name) || [...buttons].some((button) => isButtonOf(paper, button));
    return isHeld && named.every((id) => rows.has(`${paper.name} ${id}`));
  }
}
