/** What several take from, one after the other, while it is filled. */
export class AsyncQueue<Item> implements AsyncIterable<Item> {
  #items: Item[] = [];
  #isClosed = false;
  #news = Promise.withResolvers<void>();

  /** Nothing is taken from it any more. */
  get isOver(): boolean {
    return this.#isClosed && this.#items.length === 0;
  }

  add(item: Item): void {
    this.#items.push(item);
    this.#tell();
  }

  /** Nothing more comes; what is there is taken. */
  close(): void {
    this.#isClosed = true;
    this.#tell();
  }

  /** What is there is not taken either. */
  end(): void {
    this.#items = [];
    this.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    while (!this.isOver) {
      const item = this.#items.shift();
      if (item === undefined) await this.#news.promise;
      else yield item;
    }
  }

  #tell(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }
}
