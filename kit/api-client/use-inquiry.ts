import { useState } from 'react';
import type { FormContext } from '../contracts/form-context.ts';
import type { InquiryForm } from '../contracts/inquiry.ts';
import { useSite } from '../site/index.ts';
import { createFormSender } from './form-sender.ts';

/**
 * For the forms that the specification keeps local: they send nothing, unless the site configuration says
 * `deliverLocalForms`; then they go to `/api/inquiries`, and `deliver` rejects with `NotTakenError` when they are not
 * taken. `about` is what the form was about, in words for the office.
 */
export function useInquiry(form: InquiryForm) {
  const { deliverLocalForms } = useSite();
  const [send] = useState(createFormSender);

  async function deliver(fields: object, formContext: FormContext, about?: string): Promise<void> {
    if (deliverLocalForms) await send('/api/inquiries', { form, about, fields }, formContext);
  }

  return { deliver, isDelivered: deliverLocalForms };
}
