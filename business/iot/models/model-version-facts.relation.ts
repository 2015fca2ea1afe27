import { relation } from '#kernel/server';
import { modelVersion } from './model-version.paper.ts';

/** Columns of model versions that other rooms may read in their SQL. */
export const modelVersionFacts = relation(modelVersion, ['modelId', 'versionNo', 'schema']);
