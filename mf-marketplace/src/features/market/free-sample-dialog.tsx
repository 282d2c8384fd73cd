import { useInquiry } from 'kit/api-client';
import type { FreeSample } from 'kit/contracts/marketplace';
import { Dialog } from 'kit/dialog';
import { DraftAutosave, useFormDraft } from 'kit/form-draft';
import { ConsentLine, Form, FormErrorSummary, fieldsOf, SubmitButton } from 'kit/forms';
import { Stack } from 'kit/ui';
import { freeSampleDialog } from '../../content/dialogs.ts';
import { freeSampleFormSchema, localFormSchema } from './dialog-schemas.ts';

const { SelectField, TextField } = fieldsOf<FreeSample>();

const draftName = 'free-sample';

interface FreeSampleDialogProps {
  onClose: () => void;
  onSent: () => void;
}

export function FreeSampleDialog({ onClose, onSent }: FreeSampleDialogProps) {
  const { title, description, submit, pending, defaults, industries } = freeSampleDialog;
  const draft = useFormDraft(draftName);
  const { deliver, isDelivered } = useInquiry('free-sample');
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <Form
        schema={isDelivered ? freeSampleFormSchema : localFormSchema}
        defaultValues={{ ...defaults, ...draft.values() }}
        afterSuccess="keep"
        onSubmit={async (fields, formContext) => {
          await deliver(fields, formContext);
          draft.forget();
          onSent();
        }}
      >
        <DraftAutosave name={draftName} />
        <Stack gap="5">
          <FormErrorSummary />
          <TextField name="fullName" label="Full Name" autoComplete="name" />
          <TextField name="email" label="Email" type="email" />
          <TextField name="phone" label="Phone" type="tel" />
          <SelectField name="industry" label="Industry" options={industries} />
          <TextField name="cityState" label="City/State" autoComplete="address-level2" />
          <SubmitButton pendingLabel={pending} size="lg" wide>
            {submit}
          </SubmitButton>
          <ConsentLine />
        </Stack>
      </Form>
    </Dialog>
  );
}
