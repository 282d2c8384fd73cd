import { chakra } from '@chakra-ui/react/styled-system';
import { type ComponentProps, useEffect, useRef } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useSite } from '../site/index.ts';
import { Button } from '../ui/button.tsx';

interface SubmitButtonProps extends Pick<ComponentProps<typeof Button>, 'size' | 'wide' | 'variant' | 'children'> {
  /** The label while the form is being submitted: `Submitting...`. */
  pendingLabel: string;
  onClick?: (() => void) | undefined;
}

/**
 * A submit button that is disabled while the form is being submitted. Disabling removes the focus, so the button restores it.
 */
export function SubmitButton({ pendingLabel, onClick, children, ...look }: SubmitButtonProps) {
  const { control } = useFormContext();
  const { isSubmitting } = useFormState({ control });
  const element = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);

  useEffect(() => {
    if (isSubmitting) return;
    if (hadFocus.current && document.activeElement === document.body) element.current?.focus();
    hadFocus.current = false;
  }, [isSubmitting]);

  return (
    <div>
      <Button
        ref={element}
        type="submit"
        disabled={isSubmitting}
        onClick={() => {
          hadFocus.current = true;
          onClick?.();
        }}
        {...look}
      >
        {isSubmitting ? pendingLabel : children}
      </Button>
    </div>
  );
}

const Line = chakra('p', { base: { color: 'muted', fontSize: 'sm', lineHeight: '1.5' } });

/** The consent text below the button of a form that is delivered. Raise `consentVersion` when it changes. */
export function ConsentLine() {
  const { brand, links } = useSite();
  return (
    <Line>
      By sending this form you agree that {brand} may call, text or email you about your request. Consent is not a
      condition of purchase. {links?.privacyPolicy && <a href={links.privacyPolicy}>Privacy Policy</a>}
    </Line>
  );
}
