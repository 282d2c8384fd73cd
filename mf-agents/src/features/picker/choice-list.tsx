import { chakra } from 'kit/ui';
import type { Choice } from '../../content/picker-choices.ts';
import { ChoiceForm } from './choice-form.tsx';

const List = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
    gap: '3',
    '& button': {
      width: '100%',
      minHeight: '3.5rem',
      paddingInline: '4',
      textAlign: 'left',
      fontWeight: '600',
      color: 'fg',
      background: 'surface',
      border: '1px solid',
      borderColor: 'control',
      borderRadius: 'sm',
      cursor: 'pointer',
      transition: 'border-color 150ms ease-out, background-color 150ms ease-out',
      '&:hover': { borderColor: 'fg', background: 'fog' },
      '&:active': { translate: '0 1px' },
    },
  },
});

interface ChoiceListProps {
  /** The parameter's name in the URL. */
  name: string;
  choices: readonly Choice[];
  chosen: Readonly<Record<string, string>>;
}

/** A list of choices; a press chooses one and goes to the next step. */
export function ChoiceList({ name, choices, chosen }: ChoiceListProps) {
  return (
    <ChoiceForm chosen={chosen}>
      <List role="list">
        {choices.map(({ id, label }) => (
          <li key={id}>
            <button type="submit" name={name} value={id}>
              {label}
            </button>
          </li>
        ))}
      </List>
    </ChoiceForm>
  );
}
