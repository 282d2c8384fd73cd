/** Lets many wait for whatever happens next. */
export class News {
  #next = Promise.withResolvers<void>();

  /** Resolves at the next {@link News.tell}. */
  get next(): Promise<void> {
    return this.#next.promise;
  }

  tell(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }
}
