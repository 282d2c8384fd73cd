import { type ComponentProps, useEffect, useRef } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { Button } from '../ui/button.tsx';

interface SubmitButtonProps extends Pick<ComponentProps<typeof Button>, 'size' | 'wide' | 'variant' | 'children'> {
  /** What it reads while the answer is awaited: `Submitting...`. */
  pendingLabel: string;
  /** Called before the form is sent. */
  onClick?: (() => void) | undefined;
}

/** Sends the form. Disabled while the answer is awaited; the focus, which that takes away, comes back to it. */
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
