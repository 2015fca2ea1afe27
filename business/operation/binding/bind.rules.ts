/** A name as strangers are told it: 王*. */
export const veiledName = (name: string | null): string => (name ? `${[...name][0]}*` : '*');

/** A mobile number as strangers are told it. */
export const veiledPhone = (phone: string | null): string =>
  phone && phone.length >= 7 ? `${phone.slice(0, 3)}****${phone.slice(-4)}` : '****';

/** Nodes that are main devices of a home: others hang on them. */
export const isMain = (nodeType: string | null): boolean => nodeType === 'gateway' || nodeType === 'direct';

const mainTypes: Readonly<Record<string, string>> = {
  gateway: 'central_gateway',
  screen: 'screen_panel',
  heat_pump: 'heat_pump_host',
  fresh_air: 'fresh_air_host',
  ammeter: 'meter_collector',
};

/** Which kind of main device a model of a kind is. */
export const mainTypeOf = (category: string): string => mainTypes[category] ?? 'wifi_direct';
