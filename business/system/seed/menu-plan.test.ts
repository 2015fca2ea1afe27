import { expect, test } from 'vitest';
import { rooms } from '../../../server/rooms.ts';
import { menuPlan } from './menu-plan.server.ts';

test('no page has two buttons with the same label', () => {
  const seen = new Map<string, string>();
  for (const { code, parent, label, category } of menuPlan(rooms)) {
    if (category === 1) continue;
    for (const [language, words] of label.entries()) {
      const key = `${parent} ${language} ${words}`;
      expect([key, seen.get(key)]).toEqual([key, undefined]);
      seen.set(key, code);
    }
  }
});
