import { isStillReferenced } from '../../db/sql-state.ts';

/** Refusals by the name of the violated constraint. */
export type Refusals = Readonly<Record<string, () => Error>>;

/** Turns the violation of a named constraint into the refusal that it means here, which can point at a field. */
export async function refusing<Result>(refusals: Refusals, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : '';
    throw (Object.hasOwn(refusals, constraint) ? refusals[constraint]?.() : undefined) ?? error;
  }
}

/** Deletes, or refuses where other records refer to what would go: the database knows them all, the module does not. */
export async function deleting(refusal: () => Error, work: Promise<number>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const isReferred = error instanceof Error && 'code' in error && isStillReferenced(String(error.code));
    throw isReferred ? refusal() : error;
  }
}
