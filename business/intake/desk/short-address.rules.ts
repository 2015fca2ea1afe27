/** What tells homes apart: estate, building, room. The road in front of them is the same for all who live there. */
export const shortAddress = (address: string): string => {
  const at = address.lastIndexOf('弄');
  return at > 0 && at < address.length - 1 ? address.slice(at + 1) : address;
};
