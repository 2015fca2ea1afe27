/** A row of the menu as it goes to clients. */
export interface MenuRow extends Record<string, unknown> {
  id: string;
  parentId: string;
  code: string;
  name: string;
  nameEn: string;
  alias: string;
  path: string;
  source: string;
  category: number;
  sort: number;
}
