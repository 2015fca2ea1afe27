import { StartupError } from '#kernel/server/settings/startup-error.ts';

/** The arguments of `npm test`. */
export interface TestArguments {
  /** Parts of paths of test files; empty: all of them. */
  readonly filters: readonly string[];
  readonly coverage: boolean;
  /** Part of the tests to run, such as `2/3`. */
  readonly shard?: string;
}

/** Read `[part of a path …] [--coverage] [--shard 2/3]`. Refuse anything else. */
export function readTestArguments(args: readonly string[]): TestArguments {
  const filters: string[] = [];
  let coverage = false;
  let shard: string | undefined;
  const rest = args.flatMap((one) => (one.startsWith('--shard=') ? ['--shard', one.slice(8)] : [one]));
  for (let at = 0; at < rest.length; at++) {
    const one = rest[at];
    if (one === '--coverage') coverage = true;
    else if (one === '--shard') shard = readShard(rest[++at]);
    else if (one.startsWith('-'))
      throw new StartupError(
        `没有参数 ${one}，可用 --coverage、--shard 2/3。`,
        `Unknown option ${one}: use --coverage or --shard 2/3.`,
      );
    else filters.push(one);
  }
  return { filters, coverage, shard };
}

function readShard(text: string | undefined): string {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text ?? '') ?? [];
  if (!index || Number(index) < 1 || Number(index) > Number(count))
    throw new StartupError(
      '分片写作 --shard 2/3：三份里的第二份。',
      'Write --shard 2/3 for the second of three parts.',
    );
  return `${index}/${count}`;
}
