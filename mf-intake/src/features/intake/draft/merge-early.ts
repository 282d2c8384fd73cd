/**
 * Merges a draft with input from before the script loaded, typed by the visitor or restored by the browser. A control that
 * differs from the server's value wins over the draft.
 */
export function mergeEarly<Value>(draft: Value, current: Value, written: Value): Value {
  return merge(draft, current, written) as Value; // the result has the shape of its inputs
}

function merge(draft: unknown, current: unknown, written: unknown): unknown {
  if (isRecord(draft) && isRecord(current)) {
    const names = new Set([...Object.keys(draft), ...Object.keys(current)]);
    const start = isRecord(written) ? written : {};
    return Object.fromEntries([...names].map((name) => [name, merge(draft[name], current[name], start[name])]));
  }
  if (Array.isArray(draft) && Array.isArray(current) && Array.isArray(written)) {
    // The server renders all boxes unchecked, so an early check only adds to the draft.
    if (written.length === 0) return [...new Set([...draft, ...current])];
    // Entries are compared by position.
    const length = Math.max(draft.length, current.length);
    return Array.from({ length }, (_, index) => merge(draft[index], current[index], written[index]));
  }
  if (current === undefined || JSON.stringify(current) === JSON.stringify(written)) return draft ?? current;
  return current;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
