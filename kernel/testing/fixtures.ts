type Body = Record<string, unknown>;

/** What a paper may ask for while its sample is made. */
export interface World {
  /** The id of a new row of another paper, of its own. */
  fresh(paper: string, over?: Body): Promise<string>;
  /** The id of a row of another paper that all who ask here share, and no reference of a sample points at. */
  some(paper: string): Promise<string>;
  /** A call of the keeper of the company; a refusal ends the test. */
  post(path: string, body: Body): Promise<Body>;
  /** A row as the keeper sees it. */
  row(paper: string, id: string): Promise<Body>;
}

/** Makes the world around a sample of a paper that cannot stand alone; answers what its body must say. `asked` = what the test says of it already. */
export type Fixtures = (world: World, asked: Body) => Promise<Body>;
