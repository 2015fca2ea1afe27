import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { behaviour, implement, type Reading } from '#kernel/server';
import { device } from '#business/iot/devices/device.paper.ts';
import { thingModel } from '#business/iot/models/thing-model.paper.ts';
import { clearPool, poolPage, seenByMac } from '../devices/device-list.calls.ts';
import { refuse } from '../refusals.ts';
import { powerOnDevice } from './power-on-device.paper.ts';

type Seen = CallAnswer<typeof seenByMac>;

/** Return what is known of a MAC, from a device that the caller may see or from the pool. */
async function look({ mac }: CallInputOf<typeof seenByMac>, reading: Reading): Promise<Seen> {
  const [known] = await reading.visible(device, { match: { mac } }).rows({ first: 1 });
  const [waiting] = await reading.find(powerOnDevice, { mac }, { first: 1 });
  if (!known && !waiting) throw refuse.macUnknown();
  const either = (name: 'serialNumber' | 'firmwareVersion'): string => String(known?.[name] || waiting?.[name] || '');
  const thingModelId = (known?.modelId ?? waiting?.thingModelId) || '';
  return {
    mac,
    serialNumber: either('serialNumber'),
    thingModelId,
    modelText: await modelTextOf(reading, waiting, thingModelId),
    firmwareVersion: either('firmwareVersion'),
    bindStatus: known?.householdId ? 'bound' : String(waiting?.bindStatus || 'unbound'),
  };
}

async function modelTextOf(
  reading: Reading,
  waiting: { readonly modelText: string | null } | undefined,
  id: string,
): Promise<string> {
  if (waiting?.modelText) return waiting.modelText;
  const [model] = id ? await reading.find(thingModel, { id }, { first: 1 }) : [];
  return model?.modelText || model?.modelName || '';
}

export default behaviour<typeof powerOnDevice>(powerOnDevice, {
  calls: [
    implement(poolPage, { page: ({ current, size }, filters) => ({ ...filters, current, size }) }),
    implement(seenByMac, { read: look }),
    implement(clearPool, {
      async write({ ids }, context) {
        for (const row of await context.visible(powerOnDevice, { button: 'clear' }).all(ids))
          await context.remove(powerOnDevice, row.id);
        return {};
      },
    }),
  ],
});
