import { expect } from 'vitest';
import { placeUnder } from '#kernel/language/calls/place.ts';
import { menuOf } from '#kernel/language/paper.ts';
import { titled } from '#kernel/testing/choose.ts';
import type { TestCaller, TestServer } from '#kernel/testing/test-server.ts';
import type { BenchFigure, OrderedList } from '#business/masterdata/piles/bench.calls.ts';
import { type WorkbenchAnswer, readBenchFigures, readNext, readWork } from '../work.calls.ts';

/** Rows by section, each as its kind and the words of `who`. */
export type Sections = Readonly<Record<string, readonly string[]>>;

/** Return functions that read the first page of a role through the API; for tests only. */
export function openBench(server: TestServer) {
  const work = async (who: TestCaller): Promise<WorkbenchAnswer> => {
    const answer = await who.get(readWork.path);
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ code: 200 });
    return answer.data;
  };
  const list = async (who: TestCaller): Promise<OrderedList> => (await work(who)).ordered!;
  return {
    work,
    list,
    /** Return the rows of each section that has some: kind and person. */
    sections: async (who: TestCaller): Promise<Sections> => {
      const { rows, sections } = await list(who);
      return Object.fromEntries(
        sections
          .map(({ name }) => [
            name,
            rows.filter((row) => row.section === name).map((row) => `${row.kind[0]} ${row.who}`.trim()),
          ])
          .filter(([, own]) => own.length > 0),
      );
    },
    figures: async (who: TestCaller): Promise<Readonly<Record<string, BenchFigure>>> => {
      const { figures, failed } = (await who.get(readBenchFigures.path)).data;
      expect(failed).toEqual([]);
      return Object.fromEntries(figures.map((one: BenchFigure) => [one.name, one]));
    },
    next: async (who: TestCaller): Promise<string[]> =>
      (await who.get(readNext.path)).data.next.map(
        ({ label, fact }: { label: string[]; fact: string[] }) => `${label[0]} ${fact[0]}`,
      ),
    /** Return the number of rows that the person sees behind an address of a list. */
    behind: async (who: TestCaller, to: string): Promise<number> => {
      const [path, query] = to.split('?');
      const [, of] = titled((paper) => paper.menu !== undefined && menuOf(paper).path === path)[0];
      const wanted = Object.fromEntries(new URLSearchParams(query));
      const answer = await who.get(placeUnder(of, of.calls?.list?.[0] ?? 'list'), wanted);
      expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ code: 200 });
      return answer.data.total;
    },
    /** Insert a row by its columns, as it was stored; of another company if `tenant` names it. */
    insert: async (table: string, columns: Record<string, unknown>, tenant = '000000'): Promise<string> => {
      const names = Object.keys(columns);
      const at = new Date(server.clock.ms()).toISOString();
      const [row] = await server.tables<{ id: string }>(
        `insert into ${table} (id, tenant_id, create_time, update_time, ${names.join(', ')})
         values (next_id($1), $2, $3::timestamptz, $3::timestamptz, ${names.map((_, index) => `$${index + 4}`).join(', ')}) returning id::text as id`,
        [server.clock.ms(), tenant, at, ...Object.values(columns)],
      );
      return row.id;
    },
    /** Return a moment some minutes from now. */
    inMinutes: (minutes: number): string => new Date(server.clock.ms() + minutes * 60_000).toISOString(),
  };
}
