import type { LRUCache } from 'lru-cache';

/** A cached promise, unless it fails, or finds nothing or not everything: what is not there may come. */
export function remember<Key extends string | number, Value extends object | null>(
  cache: LRUCache<Key, Promise<Value>>,
  key: Key,
  load: () => Promise<Value>,
): Promise<Value> {
  const known = cache.get(key);
  if (known) return known;
  const value = load();
  cache.set(key, value);
  value.then(
    (found) => isWhole(found) || cache.delete(key),
    () => cache.delete(key),
  );
  return value;
}

function isWhole(found: object | null): boolean {
  return found !== null && !('isComplete' in found && found.isComplete === false);
}
