import { childOf, childrenOf, type ModdleElement } from './moddle-element.rules.ts';

/** Namespaces whose attributes are read, by their prefix or by the address that it stands for. */
const KNOWN = /flowable|activiti|camunda|anju/i;

/** Attributes and elements beyond BPMN, by their local names: `flowable:assignee`, `camunda:assignee`, `anju:assignee` alike. */
export class Extensions {
  readonly #prefixes: ReadonlySet<string>;
  /** Names that readers asked for, by the type of the element: whatever else is written is ignored. */
  readonly #asked = new Map<string, Set<string>>();

  constructor(definitions: ModdleElement) {
    const declared = Object.entries(definitions.$attrs ?? {}).filter(
      ([name, address]) => name.startsWith('xmlns:') && KNOWN.test(address),
    );
    this.#prefixes = new Set([
      ...declared.map(([name]) => name.slice('xmlns:'.length)),
      'flowable',
      'activiti',
      'camunda',
      'anju',
    ]);
  }

  /** An attribute, or the text of an element of that name inside `extensionElements`; empty where there is neither. */
  text(element: ModdleElement, name: string): string {
    this.#note(element, name);
    const attribute = Object.entries(element.$attrs ?? {}).find(([key]) => this.#localName(key) === name);
    return (attribute?.[1] ?? this.elements(element, name)[0]?.$body ?? '').trim();
  }

  /** First of several attributes that is there. */
  first(element: ModdleElement, ...names: readonly string[]): string {
    return names.map((name) => this.text(element, name)).find((text) => text !== '') ?? '';
  }

  elements(element: ModdleElement, name: string): ModdleElement[] {
    this.#note(element, name);
    const extension = childOf(element, 'extensionElements');
    return extension ? childrenOf(extension, 'values').filter(({ $type }) => this.#localName($type) === name) : [];
  }

  /** Return the names of attributes and elements that no reader asked for. */
  ignored(element: ModdleElement): string[] {
    const extension = childOf(element, 'extensionElements');
    const elements = extension ? childrenOf(extension, 'values').map(({ $type }) => $type) : [];
    const asked = this.#asked.get(element.$type);
    const names = [...Object.keys(element.$attrs ?? {}), ...elements].map((name) => this.#localName(name));
    return [...new Set(names)].filter((name) => name !== undefined && asked?.has(name) !== true) as string[];
  }

  #note({ $type }: ModdleElement, name: string): void {
    const asked = this.#asked.get($type) ?? new Set<string>();
    this.#asked.set($type, asked.add(name));
  }

  #localName(name: string): string | undefined {
    const at = name.indexOf(':');
    return this.#prefixes.has(name.slice(0, at)) ? name.slice(at + 1) : undefined;
  }
}
