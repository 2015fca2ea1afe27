import { useQueryClient } from '@tanstack/react-query';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { get, postJson } from '../http/http.ts';
import { callOf } from '../registry/paper-calls.ts';
import { followJob } from './jobs/jobs.ts';

/** A valid value that is similar to the text of a cell. */
export interface NearMatch {
  readonly text: string;
  readonly hint: string;
}

/** A new text for a cell: of one row (`row`), or of all refused rows with the text `from`. */
interface CellRepair {
  readonly field: string;
  readonly row?: number;
  readonly from?: string;
  readonly to: string;
}

export interface Repairs {
  readonly repairs?: readonly CellRepair[];
  readonly leaveOut?: readonly number[];
  readonly takeIn?: readonly number[];
  readonly firstOnly?: boolean;
}

/** The distinct texts that are refused for one reason, each with its number of rows and similar valid values. */
export interface Mistakes {
  readonly field: string;
  readonly rows: number;
  readonly cells: readonly {
    readonly typed: string;
    readonly count: number;
    readonly isSure: boolean;
    readonly matches: readonly NearMatch[];
  }[];
}

export const readNearest = (
  of: AnyPaper,
  batch: string,
  field: string,
  typed: string,
): Promise<{ readonly same: number; readonly isSure: boolean; readonly matches: readonly NearMatch[] }> =>
  get(callOf(of, 'import/nearest'), { batch, field, typed }, { quiet: true });

export const readMistakes = (of: AnyPaper, batch: string, reason: string): Promise<Mistakes> =>
  get(callOf(of, 'import/mistakes'), { batch, reason }, { quiet: true });

/** The fields of columns, and the rows of the file that are meant. An absent part is unchanged. */
export interface ColumnMatching {
  readonly columns: readonly { readonly at: number; readonly field: string }[];
  readonly version?: number;
  readonly sheet?: number;
  readonly header?: number;
  readonly height?: number;
  readonly hidden?: string;
}

/** Functions that correct cells, or change the fields of columns. The rows are then checked again. */
export interface Mending {
  repair(what: Repairs): Promise<void>;
  match(matching: ColumnMatching): Promise<void>;
}

export function useMending(of: AnyPaper, batch: string): Mending {
  const client = useQueryClient();
  const send = async (path: 'repair' | 'map', body: object): Promise<void> => {
    const { job } = await postJson<{ readonly job?: string }>(callOf(of, `import/${path}`), { batch, ...body });
    if (job) followJob(job);
    await client.invalidateQueries({ queryKey: ['import', batch] });
  };
  return { repair: (what) => send('repair', what), match: (matching) => send('map', matching) };
}
