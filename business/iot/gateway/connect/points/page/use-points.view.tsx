import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { fetchRow, readList } from '#kernel/web/registry/paper-calls.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { connectionModel } from '../connection-model.paper.ts';
import { connectionPoint } from '../connection-point.paper.ts';
import { modelMapping } from '../model-mapping.paper.ts';
import { pointReads } from './point-reads.calls.ts';

export type Reads = CallAnswer<typeof pointReads>;
export type Read = Reads['reads'][number];

/** Interval of reading the last words again, in ms. */
const AGAIN_MS = 2000;
const MAX_ROWS = 500;

/** All data of the page of a connection model. */
export interface PointsOnPage {
  readonly model: WireRow;
  readonly points: readonly WireRow[];
  readonly mappings: readonly WireRow[];
  readonly reads: Reads;
}

/** Load a connection model with its points, its mappings and the last reads of a device. */
export function usePoints(
  id: string,
  deviceId: string | null,
): { readonly data: PointsOnPage | null; readonly error: Error | null } {
  const language = useLanguage();
  const enabled = id !== '0';
  const model = useQuery({
    queryKey: ['row', connectionModel.name, id, language],
    queryFn: ({ signal }) => fetchRow(connectionModel, id, signal),
    enabled,
    retry: false,
  });
  const points = useQuery({
    queryKey: ['list', connectionPoint.name, id, language],
    queryFn: ({ signal }) => readList(connectionPoint, { connectionModelId: id, size: MAX_ROWS, ascs: 'sort' }, signal),
    enabled,
  });
  const mappings = useQuery({
    queryKey: ['list', modelMapping.name, id, language],
    queryFn: ({ signal }) => readList(modelMapping, { connectionModelId: id, size: MAX_ROWS }, signal),
    enabled,
  });
  const reads = useCall(
    pointReads,
    { id, ...(deviceId && { deviceId }) },
    { quiet: true, retry: false, enabled, keepsEarlier: true, refetchInterval: AGAIN_MS },
  );
  const isThere = model.data && points.data && mappings.data && reads.data;
  return {
    error: model.error ?? points.error ?? mappings.error ?? reads.error,
    data: isThere
      ? { model: model.data, points: points.data.records, mappings: mappings.data.records, reads: reads.data }
      : null,
  };
}
