import { industryOfPage, type SubmissionOrigin } from 'kit/contracts/submission-origin';
import { householdOf } from 'kit/server/network-of';

/** What a kept form's row says of where it comes from. */
export interface OriginRow {
  industry: string | null;
  pagePath: string | null;
  partner: string | null;
  consentVersion: string | null;
  ip: string | null;
  createdAt: Date;
}

/** One reading of it for mail, webhook, lists and exports. */
export function originOf({ industry, pagePath, partner, consentVersion, ip, createdAt }: OriginRow): SubmissionOrigin {
  return {
    industry: industry ?? industryOfPage(pagePath),
    page: pagePath,
    partner,
    consentVersion,
    consentedAt: consentVersion === null ? null : createdAt.toISOString(),
    network: ip === null ? null : householdOf(ip),
  };
}
