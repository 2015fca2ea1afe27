import { expect, test } from 'vitest';
import { chain, drawing } from '../../testing/processes.ts';
import { layOut } from './lay-out.rules.ts';

const placeOf = (xml: string, id: string): [x: number, y: number] => {
  const [, x, y] =
    new RegExp(`bpmnElement="${id}"[^>]*>\\s*<dc:Bounds x="(-?[\\d.]+)" y="(-?[\\d.]+)"`).exec(xml) ?? [];
  return [Number(x), Number(y)];
};

test('a file whose nodes do not name their flows is drawn along them, from left to right', async () => {
  const xml = await layOut(
    drawing(
      'plain',
      `<startEvent id="s" /><userTask id="a" flowable:assignee="7" anju:formKey="kept" /><subProcess id="p"><startEvent id="ps" /><endEvent id="pe" />${chain('ps', 'pe')}</subProcess><endEvent id="e" />${chain('s', 'a', 'p', 'e')}`,
    ),
  );
  const across = ['s', 'a', 'p', 'e'].map((id) => placeOf(xml, id)[0]);
  expect(across).toEqual(across.toSorted((one, other) => one - other));
  expect(new Set(across).size).toBe(4);
  for (const flow of ['f_s_a', 'f_a_p', 'f_p_e', 'f_ps_pe']) expect(xml).toContain(`bpmnElement="${flow}"`);
  expect(xml).toContain('flowable:assignee="7" anju:formKey="kept"');
});

test('a file with a layout is unchanged, and so is an unreadable one', async () => {
  const drawn = drawing('drawn', '<startEvent id="s" />').replace(
    '</definitions>',
    '<bpmndi:BPMNShape bpmnElement="s" /></definitions>',
  );
  expect(await layOut(drawn)).toBe(drawn);
  expect(await layOut('no drawing')).toBe('no drawing');
});
