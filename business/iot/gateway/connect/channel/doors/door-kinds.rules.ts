/** Kinds of configurations whose devices use a port of the product, by the listener of that port. */
export const DOORS: Readonly<Record<string, 'mqtt' | 'http'>> = {
  mqtt_broker: 'mqtt',
  http: 'http',
  websocket: 'http',
};
