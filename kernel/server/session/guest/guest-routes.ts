import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Label, labelIn } from '#kernel/language/label.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import type { App } from '../../app.ts';
import type { Tenancy } from '../../database/database.ts';
import { fileKey, thumbnailKey } from '../../files/storage.ts';
import { productActor } from '../../jobs/outbox.ts';
import { readingOf } from '../../rows/read-context.ts';
import type { Actor } from '../actor.ts';
import { networkOf } from '../network.ts';
import { nowOf } from '../../time/tenancy.ts';
import { transact } from '../../write/transaction.ts';
import { printed } from '../../http/answer-log.ts';
import { type GuestLook, TEXT_SIZES, framed, lookQuery } from './guest-frame.ts';
import type { GuestKind, GuestSubject, GuestVerb } from './guest-kind.ts';
import { GuestLimits } from './guest-limits.ts';
import {
  type FoundLink,
  findGuestLink,
  guestKindOf,
  hashOfToken,
  isFirstAct,
  isOverSince,
  isToken,
  noteOpening,
} from './guest-links.ts';
import { html } from './html.ts';

/** Maximum bytes of a form: a drawn signature is the largest. */
const MAX_FORM = 120_000;

const NO_LINK: Label = ['这个链接打不开', 'This link does not open'];
const WHY_NO_LINK: Label = [
  '它可能已到期，或者地址不完整。请看最近一条短信，或给我们打电话。',
  'It may have ended, or its address is incomplete. Look at the newest message, or call us.',
];
const TOO_OFTEN: Label = ['请过一分钟再打开', 'Open it again in a minute'];
const WHY_TOO_OFTEN: Label = ['这个链接打开得太频繁。', 'This link was opened too often.'];
const BROKEN: Label = ['暂时打不开', 'It does not open just now'];
const WHY_BROKEN: Label = ['请过一会儿再试。', 'Try again in a moment.'];
const LATE: Label = ['现在不能这样做了，请看下面的情况。', 'That is not possible any more. See below.'];

/** The address of a link: `/c/<company>/<token>`, and what follows it. */
interface Address {
  readonly tenantId: string;
  readonly token: string;
  readonly rest: string | null;
}

/** Read an address below `/c/`; null where it has another form. */
function addressIn(request: FastifyRequest): Address | null {
  const [, , tenantId = '', token = '', rest = null, more] = request.url.split('?')[0].split('/');
  const fits = /^[0-9A-Za-z]{1,12}$/.test(tenantId) && isToken(token) && more === undefined;
  return fits && (rest === null || /^[\w-]{1,40}$/.test(rest)) ? { tenantId, token, rest } : null;
}

/** Return the look that an address or a browser asks for. */
function lookOf(request: FastifyRequest): GuestLook {
  const { lang, size } = (request.query ?? {}) as Record<string, unknown>;
  const accepted = String(request.headers['accept-language'] ?? '');
  const [english, chinese] = [accepted.search(/\ben\b/i), accepted.search(/\bzh\b/i)];
  const isEnglish = english >= 0 && (chinese < 0 || english < chinese);
  const step = typeof size === 'string' && /^\d$/.test(size) ? Number(size) : 0;
  return {
    language: lang === 'en' || (lang !== 'zh' && isEnglish) ? 'en' : 'zh',
    size: step < TEXT_SIZES ? step : 0,
  };
}

/** Send a page with the headers that all of them have. */
function send(reply: FastifyReply, status: number, page: Parameters<typeof framed>[0]): FastifyReply {
  const { text, policy } = framed(page);
  return reply
    .status(status)
    .headers({
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex, nofollow, noarchive',
      'Cache-Control': 'no-store',
      Vary: 'Accept-Language',
    })
    .type('text/html; charset=utf-8')
    .send(text);
}

/** Send a page without a row: one wording, whatever the reason. */
const sendPlain = (reply: FastifyReply, look: GuestLook, status: number, [title, why]: readonly [Label, Label]) =>
  send(reply, status, {
    look,
    at: null,
    company: '',
    title: labelIn(title, look.language),
    body: html`<section>
      <h1>${labelIn(title, look.language)}</h1>
      <p>${labelIn(why, look.language)}</p>
    </section>`,
    mark: '',
  });

/** An opened link: its row and kind, and the actor of what its customer does. */
interface Opened {
  readonly address: Address;
  readonly link: FoundLink;
  readonly kind: GuestKind;
  readonly actor: Actor;
  readonly look: GuestLook;
}

/** Return the actor of what a customer does by a link: the product, under the name of a customer. */
function guestActor(app: App, tenancy: Tenancy, request: FastifyRequest, look: GuestLook, of?: GuestSubject): Actor {
  const actor = productActor(app, tenancy, request.id);
  const tail = (of?.phone ?? '').slice(-4);
  return {
    ...actor,
    person: { ...actor.person, name: '客户' },
    language: look.language,
    origin: {
      requestId: request.id,
      ip: request.ip,
      channel: 'wechat',
      ...(tail && { remark: [`经链接 ${tail}`, `By link ${tail}`] as const }),
    },
  };
}

/** The pages for customers, which open by a link without a login. */
class GuestPages {
  readonly #app: App;
  readonly #limits = new GuestLimits();
  constructor(app: App) {
    this.#app = app;
  }

  /** Return the link of an address with its living row; null for any other. */
  async #open(request: FastifyRequest, address: Address, look: GuestLook): Promise<Opened | null> {
    const app = this.#app;
    const tenancy = await app.ports.tenancy(address.tenantId);
    const link = tenancy && (await findGuestLink(app, tenancy, address.token));
    const kind = link && guestKindOf(app, link.kind);
    if (!tenancy || !link || !kind) return null;
    const subject = await readingOf({ app, actor: guestActor(app, tenancy, request, look) }, (reading) =>
      kind.subject(reading, link.rowId),
    );
    if (!subject || isOverSince(subject.ended, nowOf(app.clock, tenancy))) return null;
    return { address, link, kind, look, actor: guestActor(app, tenancy, request, look, subject) };
  }

  /** Answer a failed token. Its address is slowed down, others are not. */
  async #noLink(request: FastifyRequest, reply: FastifyReply, look: GuestLook): Promise<FastifyReply> {
    await this.#limits.slow(this.#limits.failed(networkOf(request.ip), this.#app.clock.ms()));
    return sendPlain(reply, look, 404, [NO_LINK, WHY_NO_LINK]);
  }

  /** Send the page of a row; with `problem` an act was refused. */
  async #sendPage(reply: FastifyReply, { address, link, kind, actor, look }: Opened, problem?: Refusal) {
    const at = `/c/${address.tenantId}/${address.token}`;
    const page = await readingOf({ app: this.#app, actor }, (reading) =>
      kind.page(reading, link.rowId, {
        language: look.language,
        actionOf: (verb) => `${at}/${verb}?${lookQuery(look)}`,
        pictureOf: (name) => `${at}/${name}`,
      }),
    );
    return send(reply, problem?.status ?? 200, {
      look,
      at,
      ...page,
      problem: problem && labelIn(problem.status === 404 ? LATE : problem.words, look.language),
    });
  }

  /** Send a picture of a row. */
  async #sendPicture(request: FastifyRequest, reply: FastifyReply, opened: Opened, name: string) {
    const { link, kind, actor, look, address } = opened;
    const pictures = await readingOf({ app: this.#app, actor }, (reading) => kind.pictures(reading, link.rowId));
    const attachment = pictures.get(name.replace(/-large$/, ''));
    const { files } = this.#app;
    const of = name.endsWith('-large') ? fileKey : thumbnailKey;
    const key = attachment && of(address.tenantId, attachment);
    const size = key ? await files.size(key) : null;
    if (!key || size === null) return this.#noLink(request, reply, look);
    request.headers['x-no-compression'] = '1';
    return reply
      .headers({
        'Content-Security-Policy': "sandbox; default-src 'none'",
        'X-Content-Type-Options': 'nosniff',
        'X-Robots-Tag': 'noindex, nofollow, noarchive',
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'Content-Length': size,
      })
      .type(name.endsWith('-large') ? 'image/jpeg' : 'image/webp')
      .send(files.get(key));
  }

  /** Answer a GET: the page of a link, or a picture of it. */
  async get(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [address, look] = [addressIn(request), lookOf(request)];
    const opened = address && (await this.#open(request, address, look));
    if (!address || !opened) return this.#noLink(request, reply, look);
    const [hash, now] = [hashOfToken(address.token), this.#app.clock.ms()];
    const may = address.rest === null ? this.#limits.mayOpen(hash, now) : this.#limits.mayShow(hash, now);
    if (!may) return sendPlain(reply, look, 429, [TOO_OFTEN, WHY_TOO_OFTEN]);
    if (address.rest !== null) return this.#sendPicture(request, reply, opened, address.rest);
    // A page that only looks for news is no further opening.
    if (request.headers['x-look'] === undefined) await noteOpening(this.#app, opened.actor.tenancy, opened.link);
    return this.#sendPage(reply, opened);
  }

  /** Answer a form: do its act once, and lead back to the page. */
  async post(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [address, look] = [addressIn(request), lookOf(request)];
    const opened = address && (await this.#open(request, address, look));
    if (!address || !opened) return this.#noLink(request, reply, look);
    const form = formIn(opened, request.body);
    if (!form) return this.#noLink(request, reply, look);
    if (!this.#limits.mayOpen(hashOfToken(address.token), this.#app.clock.ms()))
      return sendPlain(reply, look, 429, [TOO_OFTEN, WHY_TOO_OFTEN]);
    try {
      await transact(this.#app, opened.actor, async (tx) => {
        if (await isFirstAct(tx, opened.link, form.name, form.body))
          await form.verb.work(tx, opened.link.rowId, form.body);
      });
    } catch (error) {
      if (error instanceof Refusal) return this.#sendPage(reply, opened, error);
      throw error;
    }
    return reply
      .header('Cache-Control', 'no-store')
      .redirect(`/c/${address.tenantId}/${address.token}?${lookQuery(look)}`, 303);
  }

  /** Answer an error without repeating the address. */
  failed(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { statusCode = 500 } = error as { statusCode?: number };
    const look = lookOf(request);
    if (statusCode >= 400 && statusCode < 500) return sendPlain(reply, look, 404, [NO_LINK, WHY_NO_LINK]);
    if (error instanceof Refusal) return sendPlain(reply, look, 404, [NO_LINK, WHY_NO_LINK]);
    request.log.error({ err: printed(error), url: '/c/*' }, 'fault');
    return sendPlain(reply, look, 500, [BROKEN, WHY_BROKEN]);
  }
}

/** A form: its verb, and its fields. */
interface SentForm {
  readonly name: string;
  readonly verb: GuestVerb;
  readonly body: Readonly<Record<string, string>>;
}

/** Return the form of a request; null for an unknown verb, any other field, and a value that is too long. */
function formIn({ address: { rest }, kind: { verbs } }: Opened, sent: unknown): SentForm | null {
  if (rest === null || !Object.hasOwn(verbs, rest)) return null;
  const body = fieldsIn(verbs[rest], sent);
  return body && { name: rest, verb: verbs[rest], body };
}

/** Return the fields of a form as a verb takes them; null for any other field, and for a value that is too long. */
function fieldsIn({ fields }: GuestVerb, sent: unknown): Readonly<Record<string, string>> | null {
  const entries = typeof sent === 'object' && sent !== null ? Object.entries(sent) : [];
  const fits = ([name, value]: [string, unknown]): boolean =>
    Object.hasOwn(fields, name) && typeof value === 'string' && value.length <= fields[name] && !value.includes('\0');
  if (!entries.every(fits)) return null;
  return Object.fromEntries(Object.keys(fields).map((name) => [name, String(new Map(entries).get(name) ?? '').trim()]));
}

/** Serve the pages for customers below `/c/`, with limits of their own. */
export function serveGuests(fastify: FastifyInstance, app: App): void {
  const pages = new GuestPages(app);
  const how = {
    // Failed tokens have a limit of their own: staff behind the same address are not refused because of them.
    config: { rateLimit: false as const },
    errorHandler: (error: Error, request: FastifyRequest, reply: FastifyReply) => pages.failed(error, request, reply),
  };
  for (const url of ['/c', '/c/*']) {
    fastify.route({ ...how, method: 'GET', url, handler: (request, reply) => pages.get(request, reply) });
    fastify.route({
      ...how,
      method: 'POST',
      url,
      bodyLimit: MAX_FORM,
      handler: (request, reply) => pages.post(request, reply),
    });
  }
}
