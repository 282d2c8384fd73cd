import type { FormContext } from 'kit/contracts/form-context';
import type { InquiryForm } from 'kit/contracts/inquiry';
import { useSite } from 'kit/site';
import { useFormSender } from './use-form-sender.ts';

/**
 * For the forms that the specification keeps local: they send nothing, unless the site configuration says
 * `deliverLocalForms`; then they go to `/api/inquiries`, and `deliver` rejects when they are not taken.
 */
export function useInquiry(form: InquiryForm) {
  const { deliverLocalForms } = useSite();
  const send = useFormSender();

  async function deliver(fields: object, formContext: FormContext, about?: string): Promise<void> {
    if (deliverLocalForms) await send('/api/inquiries', { form, about, fields }, formContext);
  }

  return { deliver, isDelivered: deliverLocalForms };
}
