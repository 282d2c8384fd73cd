let next = Date.now() % 9000;

/**
 * A value of at most four digits that makes a file's URL unique at every call and on every page. Browsers remember a
 * failure or a corrupt copy by URL, some for the whole visit.
 */
export function cacheBuster(): string {
  next += 1;
  return String(next);
}
