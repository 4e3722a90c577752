type Json = Readonly<Record<string, unknown>>;

/**
 * Changes an object as RFC 7396 says: null removes a member, an object changes the one that is there, and anything else
 * takes its place. Depth is the caller's to limit.
 */
export function mergePatch(target: Json, patch: Json): Json {
  const merged: Record<string, unknown> = { ...target };
  for (const [name, change] of Object.entries(patch)) {
    const before = Object.hasOwn(merged, name) ? merged[name] : undefined;
    if (change === null) delete merged[name];
    else merged[name] = isObject(change) ? mergePatch(isObject(before) ? before : {}, change) : change;
  }
  return merged;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
