// The one public door of the release platform. Whatever is not here is its own affair and may change with every commit:
// `npm run check` lets nobody import past it. It knows no website; what it has to know of one comes as a ReleasePolicy.
// What one reads together is one name: `Keys.readSigner`, `History.readAudit`.

export * as Acts from './acts/acts.ts';
export { activateRelease, rollbackRelease, startCanary } from './acts/acts.ts';
export * as SiteRights from './acts/change-rights.ts';
export * as Publishing from './acts/publish-release.ts';
export * as Repairs from './acts/repair-log.ts';
export * as OnBehalf from './acts/switch-on-behalf.ts';
export * as Upkeep from './acts/upkeep.ts';
export * as Writing from './acts/write-revision.ts';
export { whyNoBrowser } from './gate/browser.ts';
export * as Gate from './gate/gate.ts';
export { GateRefusal } from './gate/gate-rule.ts';
export { samplePathsOf } from './gate/rendering-rules.ts';
export { evaluateCanary } from './guard/evaluate-release.ts';
export * as Health from './guard/evaluate-site.ts';
export * as FailureCounts from './guard/failure-counter.ts';
export * as Failures from './guard/read-failures.ts';
export { runGuard } from './guard/run-guard.ts';
export { PlanRunner } from './guard/run-plans.ts';
export * as Views from './guard/view-counts.ts';
export * as KeyFiles from './keys/key-files.ts';
export * as Keys from './keys/keys.ts';
export * as KeyRights from './keys/rights.ts';
export * as StoreNotes from './log/notes.ts';
export * as Stores from './log/open-store.ts';
export { releaseDifferences } from './log/release-differences.ts';
export * as ReleaseFiles from './log/release-files.ts';
export type { ReleaseStore } from './log/release-store.ts';
export { isFirstActivation, startHeartbeat, waitUntilServed } from './serve/heartbeat.ts';
export * as Live from './serve/live-site.ts';
export { openPlatform } from './serve/open-platform.ts';
export type * as Host from './serve/release-policy.ts';
export type { ReleasePlatform, ReleasePolicy } from './serve/release-policy.ts';
export * as Rendering from './serve/rendering/host-bundle.ts';
export { RenderPool } from './serve/rendering/render-pool.ts';
export { SiteFollower } from './serve/site-follower.ts';
export * as Released from './serve/stored-release.ts';
export * as History from './state/read-audit.ts';
export * as Site from './state/site-state.ts';
export { createFileOnce } from './storage/durable-files.ts';
export { ReleaseError } from './storage/release-error.ts';
