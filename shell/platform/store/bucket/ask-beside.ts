/**
 * Asks again beside a request that hangs, and goes by whichever answer comes first: a connection that was cut without a word
 * is silent for as long as one waits, also when a new one would have its answer at once. The first failure ends it.
 *
 * @param every how long one request has before the next is sent beside it, in milliseconds
 */
export function askBeside<Answer>(ask: () => Promise<Answer>, every: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = () =>
      void ask()
        .then(resolve, reject)
        .finally(() => clearInterval(timer));
    const timer = setInterval(send, every);
    send();
  });
}
