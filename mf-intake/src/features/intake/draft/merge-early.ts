/**
 * A draft under what was put into the page before its script arrived, by the visitor or by a browser that restores a
 * reloaded page: wherever a control no longer holds what the server wrote, it wins.
 */
export function mergeEarly<Value>(draft: Value, current: Value, written: Value): Value {
  return merge(draft, current, written) as Value; // made of the two, position by position
}

function merge(draft: unknown, current: unknown, written: unknown): unknown {
  if (isRecord(draft) && isRecord(current)) {
    const names = new Set([...Object.keys(draft), ...Object.keys(current)]);
    const start = isRecord(written) ? written : {};
    return Object.fromEntries([...names].map((name) => [name, merge(draft[name], current[name], start[name])]));
  }
  if (Array.isArray(draft) && Array.isArray(current) && Array.isArray(written)) {
    // The server ticks nothing, so that early ticks can only be more than those of the draft.
    if (written.length === 0) return [...new Set([...draft, ...current])];
    // Slots are compared one by one.
    const length = Math.max(draft.length, current.length);
    return Array.from({ length }, (_, index) => merge(draft[index], current[index], written[index]));
  }
  if (current === undefined || JSON.stringify(current) === JSON.stringify(written)) return draft ?? current;
  return current;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
