// The one public door of the release platform. Whatever is not here is its own affair and may change with every commit:
// `npm run check` lets nobody import past it. It knows no website; what it has to know of one comes as a ReleasePolicy.

export { activateRelease } from './acts/activate.ts';
export {
  type Act,
  type ActArgument,
  type ActName,
  type ActRequest,
  actNamed,
  acts,
  describeShare,
} from './acts/acts.ts';
export { startCanary } from './acts/canary.ts';
export { givePath, grantKey, revokeKey, rotateKey, rotateRoot, setBudgetOf } from './acts/change-rights.ts';
export { objectionTo } from './acts/check-right.ts';
export { foundSite } from './acts/found-site.ts';
export { setFrozen } from './acts/freeze.ts';
export { readRights } from './acts/read-site.ts';
export { repairLog } from './acts/repair-log.ts';
export { resignRelease } from './acts/resign-release.ts';
export { rollbackRelease } from './acts/rollback.ts';
export { passGate, type SwitchResult } from './acts/switch.ts';
export type { SizeBudget } from './budgets/size-budget-schema.ts';
export { whyNoBrowser } from './gate/browser.ts';
export { gateRules, quickGateRules, shellGateRules } from './gate/gate.ts';
export { GateRefusal } from './gate/gate-rule.ts';
export type { HostPages, TrialAnswer, WeighedPage } from './gate/host-pages.ts';
export { dataIsOffered } from './gate/record-rules.ts';
export { samplePathsOf } from './gate/rendering-rules.ts';
export {
  evaluateSite,
  isAnyWatched,
  type RemoteVerdict,
  removeStaleReports,
  type Verdict,
} from './guard/evaluate-site.ts';
export {
  type FailureCount,
  FailureCounter,
  type FailureGroup,
  type MappedFrame,
  removeOldFailures,
  type StackFrame,
} from './guard/failure-counter.ts';
export { readFailures, SourceMapper, type StackMapper, scriptOf } from './guard/read-failures.ts';
export type { ReleaseHealth } from './guard/release-health.ts';
export { runGuard } from './guard/run-guard.ts';
export { judgePlan, PlanRunner } from './guard/run-plans.ts';
export { type FailedView, HealthCounter, type WatchedRelease } from './guard/view-counts.ts';
export { ensureOfficeKey, ensurePreviewKey, ensureViewKey } from './keys/key-files.ts';
export { type KeyPlaces, keyPlacesIn } from './keys/key-places.ts';
export { keyIdOf, parsePublicKey, publicKeyPem } from './keys/public-key.ts';
export { publisherOf, type Trust } from './keys/release-signature.ts';
export { type KnownKey, type RightAction, rightActions } from './keys/rights.ts';
export { defineSealedToken, isEqual, seal } from './keys/sealed-token.ts';
export { signHash } from './keys/signed-entry.ts';
export { makePrivateKey, readSigner } from './keys/signer.ts';
export { announceHead } from './live/announce-head.ts';
export type { LivePage, LiveRemote, LiveSite } from './live/live-site.ts';
export { publishersOf } from './live/publishers-of.ts';
export { parseReleaseSet, type ReleaseSet } from './live/release-set.ts';
export { SiteFollower } from './live/site-follower.ts';
export type { StoredRelease } from './live/stored-release.ts';
export type { StoredShell } from './live/stored-shell.ts';
export type { SiteChange } from './live/switch-preparation.ts';
export type { Revision } from './log/revision.ts';
export { messageOf } from './message-of.ts';
export { oneLine, printable } from './one-line.ts';
export { parseJson } from './parse-json.ts';
export { ownerOfPath, type PathNamespace, remotesIn } from './policy/path-owner.ts';
export { openPlatform, type RecordBudget, type ReleasePlatform, type ReleasePolicy } from './policy/release-policy.ts';
export { createPreviewToken, parsePreviewToken } from './preview/preview-token.ts';
export { publishRelease } from './publish/publish-release.ts';
export { addressOfFile, describeForBrowser, integrityOfFile } from './release/browser-release.ts';
export { contentTypeOf } from './release/content-types.ts';
export { releaseDifferences } from './release/release-differences.ts';
export { loadRelease } from './release/release-files.ts';
export { checkReleaseName } from './release/release-names.ts';
export { ReleaseError } from './release-error.ts';
export type { HostBundle, HostCode, RenderedPage } from './rendering/host-bundle.ts';
export type { RenderJob } from './rendering/messages.ts';
export { RenderBreakdown } from './rendering/messages.ts';
export { RenderPool } from './rendering/render-pool.ts';
export { proposeSwitch, takeSignedSwitch } from './squads/switch-on-behalf.ts';
export { type CheckedPublication, checkPublication, isPublished, takePublication } from './squads/take-publication.ts';
export { dueAt, nextStepOf } from './state/canary-plan.ts';
export { type Freeze, freezeOf, siteFreezeOf } from './state/frozen.ts';
export { isAboutSite, movesOf } from './state/moves-of.ts';
export { type AuditEntry, changesOf, concerns, readAudit, type SwitchEntry } from './state/read-audit.ts';
export { releaseFor } from './state/release-for.ts';
export type { Notes } from './store/notes.ts';
export { openBucketStore, openFolderStore, prepareStore } from './store/open-store.ts';
export type { ReleaseStore } from './store/release-store.ts';
export type { StoredHead } from './store/server-head.ts';
export { checkStore } from './upkeep/check-store.ts';
export { findBrokenReleases } from './upkeep/find-broken-releases.ts';
export { pruneStore } from './upkeep/prune-store.ts';
export { verifyStore } from './upkeep/verify-store.ts';
