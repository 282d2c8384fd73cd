import { Form, TextField, useFormContext, useWatch } from 'kit/forms';
import { eyeIcon, eyeOffIcon } from 'kit/icons';
import * as z from 'kit/schema';
import { useSite } from 'kit/site';
import { Button, chakra, Icon } from 'kit/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { gateContent as content } from '../../content/gate.ts';
import { sha256Hex } from './sha256.ts';
import { unlock } from './unlocked.ts';

const typedCodeSchema = z.object({ accessCode: z.string() });

const Body = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: '5', width: '100%' },
});
const Alert = chakra('span', { base: { color: 'danger', fontWeight: '600', display: 'block' } });

/** The shared access code, checked in the browser against the configured hash (docs/specification.md#5, #6). */
export function AccessGate() {
  const { accessCodeSha256 } = useSite().demos;
  const [wrongTries, setWrongTries] = useState(0);

  function handleSubmit({ accessCode }: z.infer<typeof typedCodeSchema>) {
    if (sha256Hex(accessCode) === accessCodeSha256) unlock();
    else setWrongTries((tries) => tries + 1);
  }

  return (
    // Empties the field after each try, right or wrong.
    <Form
      schema={typedCodeSchema}
      defaultValues={{ accessCode: '' }}
      onSubmit={handleSubmit}
      afterSuccess="reset"
      label={content.title}
    >
      <Body>
        <AccessCodeField
          wrongTries={wrongTries}
          description={
            wrongTries > 0 && (
              // A new element for each try: the same message is read out again.
              <Alert key={wrongTries} role="alert">
                {content.wrong}
              </Alert>
            )
          }
        />
        <UnlockButton />
      </Body>
    </Form>
  );
}

function AccessCodeField({ wrongTries, description }: { wrongTries: number; description: ReactNode }) {
  const [shown, setShown] = useState(false);
  const { setFocus } = useFormContext();

  useEffect(() => {
    if (wrongTries > 0) setFocus('accessCode');
  }, [wrongTries, setFocus]);

  return (
    <>
      <TextField
        name="accessCode"
        label={content.label}
        type={shown ? 'text' : 'password'}
        autoComplete="off"
        description={description}
        required
      />
      <Button variant="quiet" size="sm" alignSelf="flex-start" marginLeft="-4" onClick={() => setShown(!shown)}>
        <Icon shape={shown ? eyeOffIcon : eyeIcon} size={20} />
        {shown ? content.hide : content.show}
      </Button>
    </>
  );
}

function UnlockButton() {
  const accessCode: unknown = useWatch({ name: 'accessCode' });
  return (
    <Button type="submit" size="lg" wide disabled={!accessCode}>
      {content.submit}
    </Button>
  );
}
