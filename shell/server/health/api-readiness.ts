const patience = 2000;

/** Asks the API whether it can do its work; an API that does not answer in time cannot. */
export async function isApiReady(apiUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/api/health/ready', apiUrl), { signal: AbortSignal.timeout(patience) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
