// Random processes of nested blocks. Each comes to its end, whatever is decided.

/** Return a generator of numbers from 0 to 1 that is the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296;
  };
}

interface Block {
  readonly lines: readonly string[];
  readonly entry: string;
  readonly exit: string;
}

type Make = (depth: number) => Block;

class Builder {
  readonly #random: () => number;
  #last = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  block(depth: number): Block {
    const makers: readonly Make[] =
      depth === 0
        ? [this.#task]
        : [this.#task, this.#sequence, this.#parallel, this.#exclusive, this.#inclusive, this.#scope, this.#events];
    const make = makers[Math.floor(this.#random() * makers.length)] ?? this.#task;
    return make(depth - 1);
  }

  #id(letter: string): string {
    this.#last += 1;
    return `${letter}${this.#last}`;
  }

  #oneOf(...options: readonly string[]): string {
    return options[Math.floor(this.#random() * options.length)] ?? '';
  }

  readonly #task: Make = () => {
    const [task, boundary, merge, note] = ['t', 'b', 'm', 'n'].map((letter) => this.#id(letter));
    const kind = this.#oneOf('user', 'user', 'task', 'script');
    const loop = this.#oneOf('', '', 'times=2', 'times=3 turn', 'most=2', 'each=one:list');
    const lines = [`${kind} ${task} ${kind === 'script' ? 'do="n = 1"' : 'by=x'} ${loop}`];
    const guard = this.#oneOf('', 'interrupting', 'beside');
    if (guard === '') return { lines, entry: `${task}`, exit: `${task}` };
    if (guard === 'beside')
      return {
        lines: [
          ...lines,
          `boundary ${boundary} on=${task} timer=PT1H beside`,
          `user ${note} by=x`,
          `${boundary} -> ${note} -> end${note}`,
        ],
        entry: `${task}`,
        exit: `${task}`,
      };
    return {
      lines: [
        ...lines,
        `boundary ${boundary} on=${task} timer=PT1H`,
        `exclusive ${merge}`,
        `${task}, ${boundary} -> ${merge}`,
      ],
      entry: `${task}`,
      exit: `${merge}`,
    };
  };

  readonly #sequence: Make = (depth) => {
    const [first, second] = [this.block(depth), this.block(depth)];
    return {
      lines: [...first.lines, ...second.lines, `${first.exit} -> ${second.entry}`],
      entry: first.entry,
      exit: second.exit,
    };
  };

  #branches(kind: string, conditions: readonly string[], depth: number): Block {
    const [fork, join] = [this.#id('f'), this.#id('j')];
    const blocks = conditions.map(() => this.block(depth));
    return {
      lines: [
        `${kind} ${fork}`,
        `${kind} ${join}`,
        ...blocks.flatMap(({ lines, entry, exit }, at) => [
          ...lines,
          `${fork} -> ${entry} ${conditions[at] ?? ''}`.trim(),
          `${exit} -> ${join}`,
        ]),
      ],
      entry: fork,
      exit: join,
    };
  }

  readonly #parallel: Make = (depth) => this.#branches('parallel', ['', ''], depth);
  readonly #exclusive: Make = (depth) => this.#branches('exclusive', ['[r > 0.5]', '[else]'], depth);
  readonly #inclusive: Make = (depth) => this.#branches('inclusive', ['[r > 0.3]', '[r < 0.7]', '[else]'], depth);

  readonly #events: Make = (depth) => {
    const [gate, catchA, catchB, merge] = ['g', 'c', 'c', 'm'].map((letter) => this.#id(letter));
    const [a, b] = [this.block(depth), this.block(depth)];
    return {
      lines: [
        `events ${gate}`,
        `catch ${catchA} timer=PT1H`,
        `catch ${catchB} timer=PT2H`,
        `exclusive ${merge}`,
        ...a.lines,
        ...b.lines,
        `${gate} -> ${catchA}, ${catchB}`,
        `${catchA} -> ${a.entry}`,
        `${catchB} -> ${b.entry}`,
        `${a.exit}, ${b.exit} -> ${merge}`,
      ],
      entry: `${gate}`,
      exit: `${merge}`,
    };
  };

  readonly #scope: Make = (depth) => {
    const [scope, event, on] = ['s', 'e', 'o'].map((letter) => this.#id(letter));
    const inner = this.block(depth);
    const loop = this.#oneOf('', '', 'times=2', 'most=2');
    const own = [...inner.lines, `start${scope} -> ${inner.entry}`, `${inner.exit} -> end${scope}`];
    const listens = this.#oneOf('', '', 'beside');
    const handler =
      this.#random() < 0.5
        ? [`event-sub ${event} {`, `start ${on} timer=PT3H ${listens}`, `${on} -> a${event} -> end${event}`, '}']
        : [];
    return { lines: [`sub ${scope} ${loop} {`, ...own, ...handler, '}'], entry: `${scope}`, exit: `${scope}` };
  };
}

/** Return a random process in the notation of scenarios, the same for the same seed. */
export function randomProcess(seed: number): string {
  const { lines, entry, exit } = new Builder(randomOf(seed)).block(4);
  return [...lines, `start -> ${entry}`, `${exit} -> end`]
    .map((line) => line.replaceAll(/ +/g, ' ').replace(' {', ' {'))
    .join('\n');
}
