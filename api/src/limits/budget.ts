const windowMs = 60_000;
/** An attacker with many addresses shares one count beyond this many. */
const maxClients = 50_000;
/** Nobody is kept out for longer than this many windows. */
const maxWindows = 10;

/** Counts by client in fixed windows of a minute. What was spent beyond the limit can be carried into the next ones. */
export class Budget {
  private readonly spent = new Map<string, number>();
  private windowEnd = Number.NEGATIVE_INFINITY;

  constructor(
    readonly limit: number,
    private readonly options: { carriesDebt: boolean; now?: () => number },
  ) {}

  /** Spends 1, unless nothing is left. What is left then; negative when there was nothing. */
  take(client: string): number {
    const spent = this.spentBy(client);
    const left = this.limit - spent - 1;
    if (left >= 0) this.spent.set(this.keyOf(client), spent + 1);
    return left;
  }

  /** Spends, whether that much is left or not. */
  charge(client: string, cost: number): void {
    this.raise(client, this.spentBy(client) + cost);
  }

  /** Takes over a count that is higher than ours. */
  raise(client: string, total: number): void {
    const spent = Math.max(this.spentBy(client), total);
    this.spent.set(this.keyOf(client), Math.min(spent, maxWindows * this.limit));
  }

  /** Until the client may spend again, or until the window ends. */
  secondsLeft(client: string): number {
    const windows = Math.max(1, this.options.carriesDebt ? Math.floor(this.spentBy(client) / this.limit) : 1);
    return Math.max(1, Math.ceil((this.windowEnd + (windows - 1) * windowMs - this.now()) / 1000));
  }

  private spentBy(client: string): number {
    this.renew();
    return this.spent.get(this.keyOf(client)) ?? 0;
  }

  private keyOf(client: string): string {
    return this.spent.size < maxClients || this.spent.has(client) ? client : 'everybody else';
  }

  private renew(): void {
    const now = this.now();
    const over = now - this.windowEnd;
    if (over < 0) return;
    const paid = this.limit * (1 + Math.floor(over / windowMs));
    for (const [client, spent] of this.spent) {
      if (this.options.carriesDebt && spent > paid) this.spent.set(client, spent - paid);
      else this.spent.delete(client);
    }
    this.windowEnd = now + windowMs;
  }

  private now(): number {
    // Not the time of day: set back by an hour, it would keep everybody out for as long.
    return this.options.now?.() ?? performance.now();
  }
}
