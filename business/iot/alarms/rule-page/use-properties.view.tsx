import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { partsFrom } from '#kernel/fields/structured/structured.ts';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import { fetchRow, readList } from '#kernel/web/registry/paper-calls.ts';
import { device } from '../../devices/device.paper.ts';
import type { SchemaAttribute, Specs } from '../../models/model-schema.rules.ts';
import { modelAttribute } from '../../models/model-attribute.paper.ts';
import type { PropertyOf } from './rule-words.rules.ts';

export interface Properties {
  readonly list: readonly SchemaAttribute[];
  readonly events: readonly SchemaAttribute[];
  readonly of: PropertyOf;
  /** Is there a model whose properties are known? */ readonly isKnown: boolean;
}

const MOST = '500';

/** The model that a rule is about: its own, or that of its device. */
function useModelOf(values: Readonly<Record<string, unknown>>): string {
  const language = useLanguage();
  const deviceId = values.scope === 'thing' ? String(values.deviceId ?? '') : '';
  const { data } = useQuery({
    queryKey: ['row', device.name, deviceId, language],
    queryFn: ({ signal }) => fetchRow(device, deviceId, signal),
    enabled: deviceId !== '',
    retry: false,
  });
  return values.scope === 'model' ? String(values.modelId ?? '') : String(data?.modelId ?? '');
}

/** What devices of a rule say: its properties and events, as the model has them now. */
export function useProperties(values: Readonly<Record<string, unknown>>): Properties {
  const language = useLanguage();
  const modelId = useModelOf(values);
  const { data } = useQuery({
    queryKey: ['list', modelAttribute.name, 'of rule', modelId, language],
    queryFn: ({ signal }) => readList(modelAttribute, { modelId, size: MOST }, signal),
    enabled: modelId !== '',
    retry: false,
  });
  return useMemo(() => {
    const all = (data?.records ?? []).map(
      (row) => ({ ...row, specs: partsFrom(row.specs) as Specs }) as unknown as SchemaAttribute,
    );
    const byName = new Map(all.map((one) => [one.identifier, one]));
    return {
      list: all.filter((one) => one.attrType === 'property'),
      events: all.filter((one) => one.attrType === 'event'),
      of: (name) => byName.get(name),
      isKnown: data !== undefined,
    };
  }, [data]);
}
