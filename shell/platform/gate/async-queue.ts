import { News } from './news.ts';

/** What several take from, one after the other, while it is filled. */
export class AsyncQueue<Item> implements AsyncIterable<Item> {
  #items: Item[] = [];
  #isClosed = false;
  readonly #news = new News();

  /** Nothing is taken from it any more. */
  get isOver(): boolean {
    return this.#isClosed && this.#items.length === 0;
  }

  add(item: Item): void {
    this.#items.push(item);
    this.#news.tell();
  }

  /** Nothing more comes; what is there is taken. */
  close(): void {
    this.#isClosed = true;
    this.#news.tell();
  }

  /** What is there is not taken either. */
  end(): void {
    this.#items = [];
    this.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    while (!this.isOver) {
      const item = this.#items.shift();
      if (item === undefined) await this.#news.next;
      else yield item;
    }
  }
}
