import { expect, test } from 'vitest';
import { SimulatedHome } from './simulated-home.server.ts';

const deviceOf = (deviceKey: string, modelCode: string, parentKey: string | null) => ({
  deviceKey,
  modelCode,
  secret: '',
  parentKey,
  mac: null,
  serialNumber: parentKey && `SN-${deviceKey}`,
  reportSeconds: 60,
});

test('a simulated gateway lists the devices behind it before it replies', async () => {
  const sent: [string, unknown][] = [];
  const client = { publish: (tail: string, body: unknown) => (sent.push([tail, body]), Promise.resolve(true)) };
  const devices = [deviceOf('g', 'gw01', null), deviceOf('t', 'th01', 'g'), deviceOf('other', 'th01', 'elsewhere')];
  const home = new SimulatedHome({ name: 'h', devices }, (one) =>
    one.deviceKey === 'g' ? (client as never) : undefined,
  );
  const gateway = home.devices.find((one) => one.deviceKey === 'g')!;
  home.obey(gateway, { id: '7', service: 'syncDevices', params: {} }, () => Date.now());
  await expect
    .poll(() => sent.slice(0, 2), { timeout: 60_000 })
    .toEqual([
      ['topo', { full: true, subs: [{ dev: 't', model: 'th01', sn: 'SN-t' }] }],
      ['reply', { id: '7', code: 200 }],
    ]);
});
