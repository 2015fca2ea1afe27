import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { modelStatus } from '../devices/dictionaries.ts';

const onceNamed = [
  'modelName',
  'modelNameEn',
  'category',
  'energyKind',
  'manufacturer',
  'modelText',
  'connectionModelId',
  'connectConfigId',
  'dynamicRegister',
  'clockless',
  'productSecret',
  'reportIntervalSec',
  'offlineAfterSec',
  'dataRetentionDays',
  'rollupRetentionDays',
  'validateMode',
  'filters',
  'image',
  'remark',
  'attributes',
] as const;

/**
 * The lifecycle of a thing model. Attributes can be edited until it is disabled; devices use only published versions.
 */
export const modelLifecycle = lifecycle({
  field: 'modelStatus',
  states: modelStatus,
  actions: {
    publish: {
      label: ['发布', 'Publish'],
      from: ['draft'],
      to: 'published',
      roles: ['as_iot'],
      asks: { note: text(['版本说明', 'What changed'], { max: 200, wide: true }) },
      said: ['已发布', 'Published'],
      icon: 'send',
      prominent: true,
      batch: false,
    },
    republish: {
      label: ['发布新版本', 'Publish a new version'],
      from: ['published'],
      to: 'published',
      roles: ['as_iot'],
      asks: { note: text(['版本说明', 'What changed'], { max: 200, wide: true }) },
      said: ['已发布', 'Published'],
      icon: 'send',
      batch: false,
    },
    disable: {
      label: ['停用', 'Disable'],
      from: ['published'],
      to: 'disabled',
      roles: ['as_iot'],
      confirm: [
        '停用后不能再登记这个型号的新设备',
        'Disable this model? No new device of it can be registered afterwards.',
      ],
      said: ['已停用', 'Disabled'],
      icon: 'ban',
      danger: true,
    },
    enable: {
      label: ['启用', 'Enable'],
      from: ['disabled'],
      to: 'published',
      roles: ['as_iot'],
      said: ['已启用', 'Enabled'],
      icon: 'rotate-ccw',
    },
  },
  moves: [['*', 'draft', 'add']],
  editable: { draft: 'all', published: onceNamed },
  removable: ['draft', 'published', 'disabled'],
  ends: ['disabled'],
});
