import { Framer } from '../../framing/framer.rules.ts';
import type { Framing } from '../../framing/framing.rules.ts';

/** Receiver of the frames of a socket. `routes` are the configurations that cut frames in the way that is tried. */
interface FramersTaker<Route, Judged> {
  judge(routes: readonly Route[], frame: Uint8Array): Judged;
  /** The judgement of a frame whose ends are wrong. */ wrong(routes: readonly Route[]): Judged;
  isGood(judged: Judged): boolean;
  take(judged: Judged, frame: Uint8Array): void;
}

interface Way<Route, Judged> {
  readonly name: string;
  readonly framer: Framer;
  routes: readonly Route[];
  bad: { readonly judged: Judged; readonly frame: Uint8Array }[];
  junk: number;
}

/**
 * Cuts the bytes of one socket into frames. Configurations of one port may cut them in different ways: all are tried
 * until one finds a good frame, as a device speaks one protocol. Then only that one is used.
 */
export class Framers<Route extends { readonly framing: Framing }, Judged> {
  readonly #taker: FramersTaker<Route, Judged>;
  #ways: Way<Route, Judged>[] = [];
  #chosen: Way<Route, Judged> | null = null;
  #of: readonly Route[] = [];

  constructor(taker: FramersTaker<Route, Judged>) {
    this.#taker = taker;
  }

  /** Follow the present configurations. A way that remains goes on where it is. */
  follow(routes: readonly Route[]): void {
    if (routes === this.#of) return;
    this.#of = routes;
    const before = new Map(this.#ways.map((way) => [way.name, way]));
    this.#ways = [...Map.groupBy(routes, ({ framing }) => JSON.stringify(framing))].map(([name, some]) => {
      const way = before.get(name) ?? this.#wayOf(name, some);
      way.routes = some;
      return way;
    });
    if (this.#chosen && !this.#ways.includes(this.#chosen)) this.#chosen = null;
  }

  #wayOf(name: string, routes: readonly Route[]): Way<Route, Judged> {
    let judged: Judged | undefined;
    const way: Way<Route, Judged> = {
      name,
      routes,
      bad: [],
      junk: 0,
      framer: new Framer(routes[0].framing, {
        isGood: (frame) => {
          judged = this.#taker.judge(way.routes, frame);
          return this.#taker.isGood(judged);
        },
        take: (frame, isGood) => {
          const found = judged ?? this.#taker.wrong(way.routes);
          judged = undefined;
          if (isGood) this.#chosen ??= way;
          if (this.#chosen === way) this.#taker.take(found, frame);
          else if (!this.#chosen) way.bad.push({ judged: found, frame });
        },
      }),
    };
    return way;
  }

  get #tried(): readonly Way<Route, Judged>[] {
    return this.#chosen ? [this.#chosen] : this.#ways;
  }

  /** Silence in milliseconds after which `rest` takes a frame; null: frames show their own end. */
  get idleMs(): number | null {
    const all = this.#tried.flatMap(({ framer }) => framer.idleMs ?? []);
    return all.length ? Math.min(...all) : null;
  }

  get isBroken(): boolean {
    return this.#tried.length > 0 && this.#tried.every(({ framer }) => framer.isBroken);
  }

  /** Did bad frames, not junk, break the stream? */
  get isBad(): boolean {
    return this.#tried.some(({ framer }) => framer.isBad);
  }

  /** Return the bytes that belonged to no frame since the last call. */
  takeJunk(): number {
    const [first] = this.#tried;
    if (!first) return 0;
    const junk = first.framer.junkBytes - first.junk;
    first.junk = first.framer.junkBytes;
    return junk;
  }

  push(chunk: Uint8Array): void {
    this.#each((framer) => framer.push(chunk));
  }

  /** Take all bytes that arrived before a silence as one frame. */
  rest(): void {
    this.#each((framer) => framer.rest());
  }

  #each(work: (framer: Framer) => void): void {
    for (const way of this.#tried) {
      work(way.framer);
      if (this.#chosen) break;
    }
    // Until the protocol of the device is known, bad frames are those of the first configuration.
    if (!this.#chosen) for (const { judged, frame } of this.#ways[0]?.bad ?? []) this.#taker.take(judged, frame);
    for (const way of this.#ways) way.bad = [];
  }
}
