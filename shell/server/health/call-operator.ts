import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../platform/index.ts';

/** Between two tries, in milliseconds. */
const waits = [5000, 60_000];
const patience = 10_000;

interface OperatorCall {
  /** Which alarm it is, for programs. */
  alarm: string;
  /** The alarm in words. */
  sentence: string;
}

/**
 * Posts an alarm to OPERATOR_WEBHOOK_URL, in the same shape as the API posts its own. Where nobody takes it the log says
 * so; status and the staff page show the alarm in any case.
 */
export async function callOperator(url: string, { alarm, sentence }: OperatorCall, signal: AbortSignal): Promise<void> {
  const raisedAt = new Date().toISOString();
  const body = JSON.stringify({
    type: 'operator.alarm',
    timestamp: raisedAt,
    text: `ALARM: ${sentence}`,
    data: { alarm, raisedAt },
  });
  for (const wait of [...waits, null]) {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'User-Agent': 'beaconfield-webhooks' },
        body,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      });
      await answer.body?.cancel();
      if (answer.ok) return;
      throw new Error(`it answered ${answer.status}`);
    } catch (error) {
      if (signal.aborted) return;
      console.error(`[shell] OPERATOR_WEBHOOK_URL did not take the alarm "${alarm}": ${messageOf(error)}`);
      if (wait !== null) await sleep(wait, undefined, { signal, ref: false }).catch(() => {});
    }
  }
}
