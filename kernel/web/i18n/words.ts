import { create } from 'zustand';
import { type Label, type Language, labelIn } from '#kernel/language/label.ts';

const KEY = 'anju-language';

function remembered(): Language {
  return localStorage.getItem(KEY) === 'en' ? 'en' : 'zh';
}

const store = create<{ language: Language }>(() => ({ language: remembered() }));

/** Return the language of this browser, for code outside of components. */
export const language = (): Language => store.getState().language;

/** Switch the language without a reload, so that typed text remains. */
export function setLanguage(chosen: Language): void {
  localStorage.setItem(KEY, chosen);
  document.documentElement.lang = chosen === 'en' ? 'en' : 'zh-CN';
  store.setState({ language: chosen });
}

export const useLanguage = (): Language => store((state) => state.language);

/** Return the translation function of a component: `const t = useT(); t(['保存', 'Save'])`. */
export function useT(): (label: Label) => string {
  const chosen = useLanguage();
  return (label) => labelIn(label, chosen);
}

/** Return a text outside of components: toasts, titles, refusals. */
export const words = (label: Label): string => labelIn(label, language());
