import { useQuery } from '@tanstack/react-query';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import { fetchRow, readList } from '#kernel/web/registry/paper-calls.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { SchemaAttribute } from '../model-schema.rules.ts';
import { modelVersion } from '../model-version.paper.ts';
import { modelDifferences } from '../thing-model.calls.ts';
import { thingModel } from '../thing-model.paper.ts';

export type Differences = CallAnswer<typeof modelDifferences>;
export type ModelDifference = Differences['differences'][number];

/** An attribute of a model as returned by its list. */
export type AttributeRow = WireRow & SchemaAttribute;

/** All data of the page of a model. */
export interface ModelOnPage {
  readonly model: WireRow;
  readonly attributes: readonly AttributeRow[];
  readonly versions: readonly WireRow[];
  readonly differences: Differences;
}

/**
 * Load a model with its attributes, versions and differences from the published version. `data` is null until all are
 * loaded.
 */
export function useModel(id: string): { readonly data: ModelOnPage | null; readonly error: Error | null } {
  const language = useLanguage();
  const isNamed = id !== '0';
  const model = useQuery({
    queryKey: ['row', thingModel.name, id, language],
    queryFn: ({ signal }) => fetchRow(thingModel, id, signal),
    enabled: isNamed,
    retry: false,
  });
  const versions = useQuery({
    queryKey: ['list', modelVersion.name, id, language],
    queryFn: ({ signal }) => readList(modelVersion, { modelId: id, size: 50, descs: 'versionNo' }, signal),
    enabled: isNamed,
  });
  const differences = useCall(modelDifferences, { id }, { quiet: true, retry: false, enabled: isNamed });
  const error = model.error ?? versions.error ?? differences.error;
  const isThere = model.data && versions.data && differences.data;
  return {
    error,
    data: isThere
      ? {
          model: model.data,
          attributes: differences.data.attributes as unknown as AttributeRow[],
          versions: versions.data.records,
          differences: differences.data,
        }
      : null,
  };
}
