import { relation } from '#kernel/server';
import { modelVersion } from './model-version.paper.ts';

/** Fields that statements of other rooms read. */
export const modelVersionFacts = relation(modelVersion, ['modelId', 'versionNo', 'schema']);
