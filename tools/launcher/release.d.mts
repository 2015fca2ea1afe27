export function assertMachine(tree: string, here?: string): void;
