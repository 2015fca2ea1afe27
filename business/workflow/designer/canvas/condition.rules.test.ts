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
