import { useState } from 'react';
import type { FormContext } from '../contracts/form-context.ts';
import type { InquiryForm } from '../contracts/inquiry.ts';
import { useSite } from '../site/index.ts';
import { createFormSender } from './form-sender.ts';

/**
 * For the six forms that the specification keeps in the browser. They send nothing unless the site configuration sets
 * `deliverLocalForms`; then `deliver` posts them to `/api/inquiries` and rejects with NotTakenError. `about` is the subject
 * of the form, as text for the office.
 */
export function useInquiry(form: InquiryForm) {
  const { deliverLocalForms } = useSite();
  const [send] = useState(createFormSender);

  async function deliver(fields: object, formContext: FormContext, about?: string): Promise<void> {
    if (deliverLocalForms) await send('/api/inquiries', { form, about, fields }, formContext);
  }

  return { deliver, isDelivered: deliverLocalForms };
}
