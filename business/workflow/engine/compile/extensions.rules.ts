import { childOf, childrenOf, type ModdleElement } from './moddle-element.rules.ts';

/** Namespaces whose extensions are read, matched in the address of the namespace. */
const KNOWN = /flowable|activiti|camunda|anju/i;

/**
 * Reads attributes and elements beyond BPMN by their local names: `flowable:assignee`, `camunda:assignee` and
 * `anju:assignee` are the same.
 */
export class Extensions {
  readonly #prefixes: ReadonlySet<string>;
  /** Local names that were read, by the type of their element. All others are reported as ignored. */
  readonly #namesByType = new Map<string, Set<string>>();

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

  /**
   * Return an attribute, or the text of the element with that name in `extensionElements`; empty if there is neither.
   */
  text(element: ModdleElement, name: string): string {
    this.#note(element, name);
    const attribute = Object.entries(element.$attrs ?? {}).find(([key]) => this.#localName(key) === name);
    return (attribute?.[1] ?? this.elements(element, name)[0]?.$body ?? '').trim();
  }

  /** Return the value of the first of several names that has one; empty if none has. */
  first(element: ModdleElement, ...names: readonly string[]): string {
    return names.map((name) => this.text(element, name)).find((text) => text !== '') ?? '';
  }

  elements(element: ModdleElement, name: string): ModdleElement[] {
    this.#note(element, name);
    const extension = childOf(element, 'extensionElements');
    return extension ? childrenOf(extension, 'values').filter(({ $type }) => this.#localName($type) === name) : [];
  }

  /** Return the names of extensions of an element that were never read. */
  ignored(element: ModdleElement): string[] {
    const extension = childOf(element, 'extensionElements');
    const elements = extension ? childrenOf(extension, 'values').map(({ $type }) => $type) : [];
    const known = this.#namesByType.get(element.$type);
    const names = [...Object.keys(element.$attrs ?? {}), ...elements].map((name) => this.#localName(name));
    return [...new Set(names)].filter((name) => name !== undefined && known?.has(name) !== true) as string[];
  }

  #note({ $type }: ModdleElement, name: string): void {
    const known = this.#namesByType.get($type) ?? new Set<string>();
    this.#namesByType.set($type, known.add(name));
  }

  #localName(name: string): string | undefined {
    const at = name.indexOf(':');
    return this.#prefixes.has(name.slice(0, at)) ? name.slice(at + 1) : undefined;
  }
}
