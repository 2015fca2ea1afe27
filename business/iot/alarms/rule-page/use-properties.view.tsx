import { useMemo } from 'react';
import { useCall } from '#kernel/web/query/use-call.ts';
import type { SchemaAttribute } from '../../models/model-schema.rules.ts';
import { ruleProperties } from '../rules/rule-properties.calls.ts';
import type { PropertyOf } from './words/rule-words.rules.ts';

export interface Properties {
  readonly list: readonly SchemaAttribute[];
  readonly events: readonly SchemaAttribute[];
  readonly of: PropertyOf;
  /** The properties of the model are loaded. False for a rule on all models. */ readonly isKnown: boolean;
}

/** Load the properties and events that the rule in a form may name: those of its model, or of its device. */
export function useProperties(values: Readonly<Record<string, unknown>>): Properties {
  const modelId = values.scope === 'model' ? String(values.modelId ?? '') : '';
  const deviceId = values.scope === 'thing' ? String(values.deviceId ?? '') : '';
  const { data } = useCall(
    ruleProperties,
    { ...(modelId && { modelId }), ...(deviceId && { deviceId }) },
    { quiet: true, retry: false, enabled: modelId !== '' || deviceId !== '' },
  );
  return useMemo(() => {
    const all = (data ?? []) as readonly SchemaAttribute[];
    const byName = new Map(all.map((one) => [one.identifier, one]));
    return {
      list: all.filter((one) => one.attrType === 'property'),
      events: all.filter((one) => one.attrType === 'event'),
      of: (name) => byName.get(name),
      isKnown: data !== undefined && data.length > 0,
    };
  }, [data]);
}
