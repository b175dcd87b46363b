/** JSON merge patches (RFC 7386), applied so that everything that did not change stays the very same object. */

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function merged(old: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Record<string, unknown> = isObject(old) ? { ...old } : {};
  let changed = !isObject(old);
  for (const key of Object.keys(patch)) {
    const change = patch[key];
    if (change === null) {
      changed = delete result[key] || changed;
      continue;
    }
    const before = Object.hasOwn(result, key) ? result[key] : undefined;
    const after = merged(before, change);
    if (after !== before || !Object.hasOwn(result, key)) {
      // A plain assignment to "__proto__" would not create a key.
      Object.defineProperty(result, key, { value: after, enumerable: true, writable: true, configurable: true });
      changed = true;
    }
  }
  return changed ? result : old;
}

/** `old` with a patch applied; `old` itself stays as it is. */
export function patched<T>(old: T, patch: unknown): T {
  return merged(old, patch) as T;
}
