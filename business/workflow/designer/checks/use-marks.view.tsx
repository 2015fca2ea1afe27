import { useEffect } from 'react';
import type { LintFinding } from '../../model/design/design.calls.ts';
import type { Drawing } from '../canvas/modeler-parts.rules.ts';

const MARKERS = ['lint-error', 'lint-warning'] as const;

/** Mark nodes with findings by a border and their number of findings, in red if one is an error. */
export function useMarks(drawing: Drawing | null, findings: readonly LintFinding[]): void {
  useEffect(() => {
    if (!drawing) return undefined;
    const registry = drawing.get('elementRegistry');
    const canvas = drawing.get('canvas');
    const overlays = drawing.get('overlays');
    const nodes = [...new Set(findings.map(({ node }) => node))];
    for (const node of nodes) {
      const found = findings.filter((one) => one.node === node);
      const element = node ? registry.get(node) : undefined;
      if (!element) continue;
      const isWrong = found.some(({ level }) => level === 'error');
      canvas.addMarker(node, isWrong ? 'lint-error' : 'lint-warning');
      const mark = document.createElement('div');
      mark.className = 'lint-mark';
      mark.dataset.level = isWrong ? 'error' : 'warning';
      mark.textContent = String(found.length);
      mark.title = found.map(({ message }) => message).join('\n');
      overlays.add(node, 'lint', {
        position: element.waypoints ? { top: -10, left: -10 } : { top: -10, right: 10 },
        html: mark,
      });
    }
    return () => {
      overlays.remove({ type: 'lint' });
      for (const node of nodes)
        if (node && registry.get(node)) for (const marker of MARKERS) canvas.removeMarker(node, marker);
    };
  }, [drawing, findings]);
}
