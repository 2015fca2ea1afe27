import { longText } from '#kernel/fields/long-text/long-text.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';

/** The platform's value of a setting, for companies without their own. */
export const paramDefault = paper('paramDefault', {
  title: ['平台参数值', 'Platform value of a parameter'],
  plural: 'Platform values of parameters',
  table: 'blade_param_default',
  path: 'blade-system/param-default',
  owner: 'platform',
  under: 'param',
  sight: 'shared',
  rights: { read: ['admin'], write: ['administrator'], remove: ['administrator'] },
  caption: 'paramKey',
  fields: {
    paramKey: text(['参数键名', 'Parameter key'], { required: true, unique: true, list: true, max: 255 }),
    paramValue: longText(['参数键值', 'Parameter value'], { required: true, list: true, max: 2000 }),
  },
});
