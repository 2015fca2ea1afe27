/** Return a name masked for people outside the home: 王*. */
export const veiledName = (name: string | null): string => (name ? `${[...name][0]}*` : '*');

/** Is it a main device of a home, a gateway or direct device? Sub-devices connect to those. */
export const isMain = (nodeType: string | null): boolean => nodeType === 'gateway' || nodeType === 'direct';

const mainTypes: Readonly<Record<string, string>> = {
  gateway: 'central_gateway',
  screen: 'screen_panel',
  heat_pump: 'heat_pump_host',
  fresh_air: 'fresh_air_host',
  ammeter: 'meter_collector',
};

/** Return the main device type for the category of a model. */
export const mainTypeOf = (category: string): string => mainTypes[category] ?? 'wifi_direct';
