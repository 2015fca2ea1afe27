import { describe, expect, it } from 'vitest';
import { compileTemplate } from '../../engine/expression/template.rules.ts';
import { builtCondition, conditionText } from './condition.rules.ts';

describe('conditions of flows', () => {
  it.each([
    '${pass}',
    '${!pass}',
    '${days > 3}',
    '${days >= 1.5 && pass}',
    "${kind == '报修' || kind != 'plan'}",
    '${empty remark}',
    '${!empty form.remark}',
    "${kinds.contains('a')}",
    String.raw`${'$'}{name == 'it\'s'}`,
    '${paid == true}',
    "${deptId == '1994827364510928374'}",
    "${kind == '1' && code != '007'}",
    '${amount > 12.5}',
  ])('%s is comparisons, and these are it again', (text) => {
    const built = builtCondition(text)!;
    expect(conditionText(built)).toBe(text);
    compileTemplate(conditionText(built));
  });

  it.each(['${days + 1 > 3}', '${a && b || c}', 'days > 3', '${days(a, b) > 2}', '${(a)}'])(
    '%s stays as it was written',
    (text) => {
      expect(builtCondition(text)).toBeNull();
    },
  );

  it('writes an id as text, which a number would round', () => {
    const rows = [{ left: 'deptId', sign: '==', right: '1994827364510928374' }] as const;
    expect(conditionText({ join: 'and', rows })).toBe("${deptId == '1994827364510928374'}");
  });

  it('reads one level of and, or of or, and no text that holds their signs', () => {
    expect(builtCondition("${a == 'x && y'}")).toEqual({
      join: 'and',
      rows: [{ left: 'a', sign: '==', right: 'x && y' }],
    });
    expect(builtCondition('${a == 1 and b == 2 or c}')).toBeNull();
    expect(builtCondition('${a gt 1 and not b}')).toEqual({
      join: 'and',
      rows: [
        { left: 'a', sign: '>', right: '1' },
        { left: 'b', sign: 'no', right: '' },
      ],
    });
  });

  it('leaves out comparisons that are not complete', () => {
    expect(
      conditionText({
        join: 'and',
        rows: [
          { left: 'days', sign: '>', right: '' },
          { left: '', sign: 'yes', right: '' },
          { left: '金额', sign: '<', right: '5000' },
        ],
      }),
    ).toBe('${金额 < 5000}');
    expect(conditionText({ join: 'and', rows: [] })).toBe('');
  });
});
