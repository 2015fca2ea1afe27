import { useQuery } from '@tanstack/react-query';
import type { Dictionary, Tone } from '#kernel/language/dictionary.ts';
import { type Language, labelIn } from '#kernel/language/label.ts';
import { get } from '../http/http.ts';
import { useLanguage } from '../i18n/words.ts';

interface WireItem {
  readonly key: string | number;
  readonly label: readonly [string, string];
  readonly tone?: Tone;
}
export interface DictItem {
  readonly key: string;
  readonly label: string;
  readonly tone?: Tone;
}

/**
 * Return the items of a dictionary: at once those of the definition, then those of the tenant, which may have other
 * labels or further items.
 */
export function useDictionary(dictionary: Dictionary | undefined): readonly DictItem[] {
  const language = useLanguage();
  const code = dictionary?.code ?? '';
  const { data } = useQuery({
    queryKey: ['dictionary', code],
    enabled: code !== '',
    staleTime: Infinity,
    queryFn: async () =>
      (await get<Record<string, WireItem[]>>('blade-core/dictionaries', { codes: code }, { quiet: true }))[code] ??
      null,
  });
  return data?.length
    ? data.map((item) => ({ key: String(item.key), label: labelIn(item.label, language), tone: item.tone }))
    : definedItems(dictionary, language);
}

export const definedItems = (dictionary: Dictionary | undefined, language: Language): DictItem[] =>
  Object.entries(dictionary?.items ?? {}).map(([key, [zh, en, tone]]) => ({
    key,
    label: language === 'en' ? en : zh,
    tone,
  }));
