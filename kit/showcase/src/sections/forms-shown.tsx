import { emailField, multilineField, textField } from 'kit/contracts/fields';
import { limits, messages } from 'kit/contracts/text-rules';
import { Form, FormErrorSummary, fieldsOf, SubmitButton } from 'kit/forms';
import { Grid } from 'kit/ui';
import * as z from 'zod/mini';

const schema = z.object({
  name: textField(limits.name, messages.name),
  email: emailField(),
  message: multilineField(limits.message, messages.message),
  industry: z.string().check(z.minLength(1, messages.industry)),
  delivery: z.string().check(z.minLength(1, 'Please choose how you want your leads.')),
  pages: z.array(z.string()),
  terms: z.literal(true, 'Please confirm the terms.'),
  logo: z.unknown(),
});
const { CheckboxField, CheckboxGroupField, FileField, RadioGroupField, SelectField, TextAreaField, TextField } =
  fieldsOf<z.infer<typeof schema>>();

const industries = ['Roofing', 'Legal', 'HVAC'].map((label) => ({ value: label.toLowerCase(), label }));
const deliveries = ['Email', 'Text', 'CRM'].map((label) => ({ value: label.toLowerCase(), label }));

/** Succeeds after a second; the name "Refuse" is refused. */
async function pretendToSend({ name }: { name: string }) {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  if (name === 'Refuse') throw new Error('We could not take your request. Please try again in a minute.');
}

export function FormsShown({ label }: { label: string }) {
  return (
    <Form schema={schema} defaultValues={{ delivery: 'email', pages: ['home'] }} onSubmit={pretendToSend} label={label}>
      <FormErrorSummary />
      <Grid gridTemplateColumns={{ base: '1fr', md: 'repeat(2, minmax(0, 1fr))' }} gap="6">
        <TextField name="name" label="Full name" required autoComplete="name" placeholder="Dana Whitlock" />
        <TextField name="email" label="Email" type="email" required description="We answer within 24 hours." />
      </Grid>
      <SelectField name="industry" label="Industry" required options={industries} placeholder="Choose an industry" />
      <TextAreaField name="message" label="What do you need?" required />
      <RadioGroupField name="delivery" label="Delivery" required options={deliveries} layout="row" />
      <CheckboxGroupField
        name="pages"
        label="Pages"
        options={[
          { value: 'home', label: 'Home' },
          { value: 'fleet', label: 'Our Fleet' },
        ]}
      />
      <FileField name="logo" label="Logo" accept="image/*" description="PNG or SVG." />
      <CheckboxField name="terms" label="I understand these leads are exclusive and final sale." required />
      <SubmitButton pendingLabel="Submitting..." size="lg">
        Submit Request
      </SubmitButton>
    </Form>
  );
}
