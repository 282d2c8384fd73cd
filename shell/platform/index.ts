// The one public door of the release platform. Whatever is not here is its own affair and may change with every commit:
// `npm run check` lets nobody import past it. It knows no website; what it has to know of one comes as a ReleasePolicy.

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
export { foundSite, givePath, grantKey, revokeKey, rotateKey, rotateRoot, setBudgetOf } from './acts/change-rights.ts';
export {
  type CheckedPublication,
  checkPublication,
  isPublished,
  publishRelease,
  takePublication,
} from './acts/publish-release.ts';
export { repairLog, resignRelease } from './acts/repair-log.ts';
export { activateRelease, passGate, rollbackRelease, type SwitchResult, setFrozen } from './acts/switch.ts';
export { proposeSwitch, takeSignedSwitch } from './acts/switch-on-behalf.ts';
export { checkStore, findBrokenReleases, pruneStore, verifyStore } from './acts/upkeep.ts';
export { objectionTo, readRights } from './acts/write-revision.ts';
export { whyNoBrowser } from './gate/browser.ts';
export { gateRules, quickGateRules, shellGateRules } from './gate/gate.ts';
export { GateRefusal } from './gate/gate-rule.ts';
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
export {
  ensureOfficeKey,
  ensurePreviewKey,
  ensureViewKey,
  type KeyPlaces,
  keyIdOf,
  keyPlacesIn,
  makePrivateKey,
  parsePublicKey,
  publicKeyPem,
  readSigner,
  signHash,
} from './keys/keys.ts';
export type { SizeBudget } from './keys/rights.ts';
export {
  type KnownKey,
  ownerOfPath,
  type PathNamespace,
  type RightAction,
  remotesIn,
  rightActions,
} from './keys/rights.ts';
export { createPreviewToken, defineSealedToken, isEqual, parsePreviewToken, seal } from './keys/tokens.ts';
export type { Notes, StoredHead } from './log/notes.ts';
export { openBucketStore, openFolderStore, prepareStore } from './log/open-store.ts';
export { releaseDifferences } from './log/release-differences.ts';
export { loadRelease, publisherOf, type Trust } from './log/release-files.ts';
export {
  addressOfFile,
  checkReleaseName,
  contentTypeOf,
  describeForBrowser,
  integrityOfFile,
} from './log/release-paths.ts';
export type { ReleaseStore } from './log/release-store.ts';
export type { Revision } from './log/revision.ts';
export { announceHead } from './serve/announce-head.ts';
export type { LivePage, LiveRemote, LiveSite } from './serve/live-site.ts';
export { parseReleaseSet, type ReleaseSet } from './serve/live-site.ts';
export type { SiteChange } from './serve/opened-releases.ts';
export type { HostPages, TrialAnswer, WeighedPage } from './serve/release-policy.ts';
export { openPlatform, type RecordBudget, type ReleasePlatform, type ReleasePolicy } from './serve/release-policy.ts';
export type { HostBundle, HostCode, RenderedPage, RenderJob } from './serve/rendering/host-bundle.ts';
export { RenderBreakdown } from './serve/rendering/host-bundle.ts';
export { RenderPool } from './serve/rendering/render-pool.ts';
export { SiteFollower } from './serve/site-follower.ts';
export type { StoredRelease, StoredShell } from './serve/stored-release.ts';
export { publishersOf } from './serve/stored-release.ts';
export { type AuditEntry, changesOf, concerns, readAudit, type SwitchEntry } from './state/read-audit.ts';
export {
  dueAt,
  type Freeze,
  freezeOf,
  isAboutSite,
  movesOf,
  nextStepOf,
  releaseFor,
  siteFreezeOf,
} from './state/site-state.ts';
export { messageOf, ReleaseError } from './storage/release-error.ts';
export { oneLine, parseJson, printable } from './storage/text.ts';
