import type { SubmissionOrigin } from 'kit/contracts/submission-origin';
import { originOf } from '../submissions/origin-of.ts';
import type { DueDelivery } from './delivery-statements.ts';

/** What the office and its CRM are told of where a form comes from. */
export function originOfDelivery(delivery: DueDelivery): SubmissionOrigin {
  const {
    page_path: pagePath,
    consent_version: consentVersion,
    created_at: createdAt,
    industry,
    partner,
    payload,
    ip,
  } = delivery;
  return originOf({ payload, industry, pagePath, partner, consentVersion, ip, createdAt });
}
