import { consentRecord } from '../../content/own/consent-record.ts';
import { Sheet } from '../sheet.tsx';

/** What is on record about the consent of one person. */
export function ConsentRecord() {
  const { name, about, fields, caption } = consentRecord;
  return <Sheet title={name} about={about} fields={fields} caption={caption} />;
}
