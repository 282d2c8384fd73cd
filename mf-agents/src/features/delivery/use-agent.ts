import { ApiError, ApiTimeoutError, ApiUnreachableError } from 'kit/api-client';
import type { PublicAgent } from 'kit/contracts/agent';
import { useEffect, useState } from 'react';
import { knownAgent, loadAgent } from './load-agent.ts';

export type AgentState =
  | { status: 'loading' }
  | { status: 'found'; agent: PublicAgent }
  /** `answered` is false when nobody could tell: it may well exist. */
  | { status: 'notFound'; answered: boolean };

/** The look-up by name (docs/specification.md#4): loading, then found or not found. `retry` asks again. */
export function useAgent(agentName: string): { state: AgentState; retry: () => void } {
  const [attempt, setAttempt] = useState(1);
  const [state, setState] = useState<AgentState>(() => {
    const agent = knownAgent(agentName);
    return agent ? { status: 'found', agent } : { status: 'loading' };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    if (knownAgent(agentName)) return undefined;
    const leaving = new AbortController();
    setState({ status: 'loading' });
    loadAgent(agentName, leaving.signal).then(
      (agent) => setState({ status: 'found', agent }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setState({ status: 'notFound', answered: !isOutage(error) });
      },
    );
    return () => leaving.abort();
  }, [agentName, attempt]);

  return { state, retry: () => setAttempt((last) => last + 1) };
}

function isOutage(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429;
  return error instanceof ApiUnreachableError || error instanceof ApiTimeoutError;
}
