import { sha256 } from '@noble/hashes/sha2.js';
import { Form, fieldsOf, useFormContext, useWatch } from 'kit/forms';
import { Eye, EyeOff } from 'kit/icons';
import * as z from 'kit/schema';
import { useSite } from 'kit/site';
import { Button, chakra, Icon, Text, TextLink } from 'kit/ui';
import { useEffect, useState } from 'react';
import { gateContent as content } from '../../content/gate.ts';
import { unlock } from './unlocked.ts';

const typedCodeSchema = z.object({ accessCode: z.string() });
const { TextField } = fieldsOf<z.infer<typeof typedCodeSchema>>();

const Body = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: '5', width: '100%' },
});

/** Checks the shared access code in the browser against the configured hash (docs/specification.md#5, #6). */
export function AccessGate() {
  const { demos, mailboxes } = useSite();
  const [wrongTries, setWrongTries] = useState(0);

  function handleSubmit({ accessCode }: z.infer<typeof typedCodeSchema>) {
    if (sha256Hex(accessCode) === demos.accessCodeSha256) return unlock();
    // It names its field like an answer of the server (`kit/forms`), so that the field is marked and keeps the focus.
    const problem = { errors: [{ field: 'accessCode', message: content.wrong }] };
    throw Object.assign(new Error(content.wrong), { problem });
  }

  return (
    <Form
      schema={typedCodeSchema}
      defaultValues={{ accessCode: '' }}
      onSubmit={handleSubmit}
      onFailure={() => setWrongTries((tries) => tries + 1)}
      afterSuccess="reset"
      label={content.title}
    >
      <Body>
        <AccessCodeField wrongTries={wrongTries} />
        <UnlockButton />
        <Text tone="muted">
          No password yet?{' '}
          <TextLink href={`mailto:${mailboxes.sales}?subject=${encodeURIComponent(content.askSubject)}`}>
            Ask us for one
          </TextLink>
        </Text>
      </Body>
    </Form>
  );
}

function AccessCodeField({ wrongTries }: { wrongTries: number }) {
  const [shown, setShown] = useState(false);
  const { setValue } = useFormContext();

  useEffect(() => {
    if (wrongTries > 0) setValue('accessCode', '');
  }, [wrongTries, setValue]);

  return (
    <>
      <TextField
        name="accessCode"
        label="Password"
        type={shown ? 'text' : 'password'}
        autoComplete="off"
        required
        attempt={wrongTries}
      />
      <Button
        variant="quiet"
        size="sm"
        alignSelf="flex-start"
        marginLeft="-4"
        marginTop="-3"
        onClick={() => setShown(!shown)}
      >
        <Icon shape={shown ? EyeOff : Eye} size={20} />
        {shown ? 'Hide password' : 'Show password'}
      </Button>
    </>
  );
}

function UnlockButton() {
  const accessCode: unknown = useWatch({ name: 'accessCode' });
  return (
    <Button type="submit" size="lg" wide disabled={!accessCode}>
      Access Demos
    </Button>
  );
}

/** SHA-256 of a text's UTF-8 bytes, in lower-case hexadecimal. The browser's own function is missing on plain http. */
export function sha256Hex(text: string): string {
  const digest = sha256(new TextEncoder().encode(text));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
