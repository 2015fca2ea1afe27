import { type RefObject, useEffect, useRef } from 'react';
import type { Drawing } from '../canvas/modeler-parts.rules.ts';

const MARKER = 'played';

/**
 * Mark the visited nodes of a simulated instance. Return a function that marks them again after the drawing was
 * imported again.
 */
export function useMarkedNodes(shown: RefObject<Drawing | null>, visited: readonly string[]): () => void {
  const wanted = useRef(visited);
  wanted.current = visited;
  const marked = useRef<readonly string[]>([]);
  const mark = (): void => {
    const drawing = shown.current;
    if (!drawing) return;
    const canvas = drawing.get('canvas');
    const registry = drawing.get('elementRegistry');
    for (const id of marked.current) if (registry.get(id)) canvas.removeMarker(id, MARKER);
    for (const id of wanted.current) if (registry.get(id)) canvas.addMarker(id, MARKER);
    marked.current = wanted.current;
  };
  useEffect(mark, [visited.join(' ')]);
  return mark;
}
