/**
 * Stands in for what the federation runtime reads manifests with. Remotes are registered with the address of their container
 * (`browser/remotes/federation.ts`); `disableSnapshot` takes out the plugin that would ask this, and leaves this.
 */
export class SnapshotHandler {
  /** No plugin has a hook here. */
  readonly hooks = { applyPlugin(): void {} };
}

export function getGlobalRemoteInfo(): Record<string, never> {
  return {};
}
