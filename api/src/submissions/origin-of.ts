import { industryOfPage, type SubmissionOrigin } from 'kit/contracts/submission-origin';
import { householdOf } from 'kit/server/network-of';
import { isGroup } from './form-of.ts';

/** What a kept form's row says of where it comes from. */
export interface OriginRow {
  payload: Record<string, unknown>;
  industry: string | null;
  pagePath: string | null;
  partner: string | null;
  consentVersion: string | null;
  ip: string | null;
  createdAt: Date;
}

/** One reading of it for mail, webhook, lists and exports. */
export function originOf(row: OriginRow): SubmissionOrigin {
  const { industry, pagePath, partner, consentVersion, ip, createdAt } = row;
  const consentDeclaredBy = whoDeclaresConsent(row);
  return {
    industry: industry ?? industryOfPage(pagePath),
    page: pagePath,
    partner,
    consentVersion,
    consentDeclaredBy,
    consentedAt: consentDeclaredBy === 'visitor' ? createdAt.toISOString() : null,
    network: ip === null ? null : householdOf(ip),
  };
}

/** A partner's word is no visitor's: only who sends one of our forms without a key has seen our words of consent. */
function whoDeclaresConsent({ payload, partner, consentVersion }: OriginRow): SubmissionOrigin['consentDeclaredBy'] {
  if (partner === null) return consentVersion === null ? null : 'visitor';
  const { certificates } = payload;
  const hasCertificate = isGroup(certificates) && Object.values(certificates).some(Boolean);
  return consentVersion !== null || hasCertificate ? 'partner' : null;
}
