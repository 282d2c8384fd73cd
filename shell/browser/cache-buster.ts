let next = Date.now() % 9000;

/**
 * What makes an address of a file one of its own: four digits at most, others at every call, and on the next page. What
 * failed once, or came as a broken copy, is remembered by its address, in some browsers for the whole visit.
 */
export function cacheBuster(): string {
  next += 1;
  return String(next);
}
